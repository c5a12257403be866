/** Deeper values overflow the stack of what reads them later: JSON.stringify, and PostgreSQL's JSON parser. */
const MAX_DEPTH = 1000;

/** As JSON.parse, but throws a SyntaxError for values that are nested deeper than 1,000 levels. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`JSON is nested deeper than ${MAX_DEPTH} levels`);
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  // Fewer characters cannot open and close as many levels.
  if (text.length <= 2 * MAX_DEPTH) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === "[" || character === "{") {
      if (++depth > MAX_DEPTH) return true;
    } else if (character === "]" || character === "}") depth--;
  }
  return false;
}

/** The index of the quote that closes the string which begins at `start`, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === '"') return index;
  }
  return text.length;
}
