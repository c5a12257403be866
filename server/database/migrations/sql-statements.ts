/** Splits a script into its statements, by the rules of PostgreSQL's lexer. */

/**
 * A token that may contain a semicolon: line comment, quoted string (E'' with backslashes), quoted identifier,
 * dollar-quoted body. Block comments nest, so they are handled separately.
 */
const TOKEN =
  /--[^\n]*|\/\*|\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<![\w$])\$([A-Za-z_]\w*)?\$|;|\b(?:begin\s+atomic|case|end)\b/gis;

/**
 * The statements of `script`, trimmed, without their closing semicolons. A comment stays with the statement that
 * follows it.
 */
export function splitStatements(script: string): string[] {
  const statements: string[] = [];
  const token = new RegExp(TOKEN);
  let start = 0;
  let depth = 0; // of `begin atomic … end` bodies and the `case … end` inside them
  for (let match = token.exec(script); match; match = token.exec(script)) {
    const [text] = match;
    if (text === ";" && depth === 0) {
      statements.push(script.slice(start, match.index));
      start = token.lastIndex;
    } else if (text === "/*") token.lastIndex = endOfComment(script, match.index);
    else if (text.startsWith("$")) {
      const close = script.indexOf(text, token.lastIndex);
      token.lastIndex = close < 0 ? script.length : close + text.length;
    } else if (/^begin\s/i.test(text)) depth++;
    else if (depth > 0 && /^case$/i.test(text)) depth++;
    else if (depth > 0 && /^end$/i.test(text)) depth--;
  }
  statements.push(script.slice(start));
  return statements.map((statement) => statement.trim()).filter((statement) => !isBlank(statement));
}

function endOfComment(script: string, start: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start;
  let depth = 0;
  for (let match = mark.exec(script); match; match = mark.exec(script)) {
    depth += match[0] === "/*" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return script.length;
}

function isBlank(statement: string): boolean {
  return withoutComments(statement).trim() === "";
}

/** Removes `--` and block comments wherever they are, so that what a statement begins with can be read. */
export function withoutComments(statement: string): string {
  return statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, "");
}

/** Objects belong to `postgres`, as on Supabase, whatever role the host connects as. The script runs in one transaction. */
export function asPostgres(sql: string): string {
  return `set local role postgres;\n${withoutTransactions(sql)}\n;reset role`;
}

/** A statement that begins or commits a transaction. */
const TRANSACTION = /^(begin|start\s+transaction|commit|end)(\s+(work|transaction))?$/i;

/** A `commit` of the script would keep the first part of a script that fails later, and end `set local role`. */
function withoutTransactions(script: string): string {
  const statements = splitStatements(script);
  const own = statements.filter((statement) => !TRANSACTION.test(withoutComments(statement).trim()));
  return own.length === statements.length ? script : own.join("\n;\n");
}
