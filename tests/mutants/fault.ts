/** One planted fault and the test that must notice it. */
export interface Fault {
  /** A sentence that describes what the faulty product does. Unique. */
  name: string;
  /** The source file to change. */
  file: string;
  /** Text that occurs in the file exactly once. */
  find: string;
  replace: string;
  /** A Vitest file, a pgTAP file of supabase/tests or a Playwright spec. */
  caughtBy: string;
  /** A part of the titles of the tests to run. Without it, all tests of the file run. */
  test?: string;
}

/** How often `text` contains `part`. */
export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** The text of a source file with the fault. Throws when `find` does not occur exactly once. */
export function planted(source: string, { file, find, replace }: Fault): string {
  const found = occurrences(source, find);
  if (found !== 1) throw new Error(`${file} contains this text ${found} times instead of once: ${find}`);
  return source.replace(find, () => replace);
}
