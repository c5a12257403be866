/** What to do about a line that PostgreSQL or initdb printed; empty if the line says it. */
export function remedyOfLine(line: string): string {
  if (/No space left/.test(line)) return " Free space on the disk and start again.";
  if (/insufficient file descriptors|Too many open files/.test(line))
    return " Raise the number of files that a process may open (ulimit -n 4096) and start again.";
  if (/could not (create|map|attach).*shared memory|Cannot allocate memory|out of memory/i.test(line))
    return " Free memory and start again.";
  if (/Permission denied/.test(line)) return " Let PostgreSQL's user read and write the folder.";
  return "";
}
