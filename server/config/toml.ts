import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";

export interface Toml {
  value: Record<string, unknown>;
  /** The line of a setting, of the section that lacks it, or 1. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** Text that is not TOML. */
export class TomlError extends Error {
  override readonly name = "TomlError";
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

/** Parses TOML and keeps the line of every setting. Throws TomlError. */
export function readToml(text: string): Toml {
  const program = parse(text);
  const lines = new Map<string, number>();
  const note = (path: readonly PropertyKey[], line: number) => {
    const key = keyOf(path);
    if (!lines.has(key)) lines.set(key, line);
  };
  const noteValue = (path: readonly PropertyKey[], { key, value, loc }: AST.TOMLKeyValue): void => {
    const inside = [...path, ...namesOf(key)];
    note(inside, loc.start.line);
    if (value.type === "TOMLInlineTable") for (const entry of value.body) noteValue(inside, entry);
  };
  for (const node of program.body[0].body) {
    if (node.type === "TOMLKeyValue") noteValue([], node);
    else {
      note(node.resolvedKey, node.loc.start.line);
      for (const entry of node.body) noteValue(node.resolvedKey, entry);
    }
  }
  return {
    value: getStaticTOMLValue(program),
    lineOf(path) {
      for (let length = path.length; length > 0; length--) {
        const line = lines.get(keyOf(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}

function parse(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new TomlError(error.message, error.lineNumber);
  }
}

function namesOf({ keys }: AST.TOMLKey): string[] {
  return keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value));
}

function keyOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}
