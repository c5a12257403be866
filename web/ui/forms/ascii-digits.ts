/** The text with the decimal digits of all scripts (`٢`, `२`, `２`) as 0 to 9. Unicode has them in runs from 0 to 9. */
export function withAsciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
    return String(before % 10);
  });
}

const kinds = ["numeric", "decimal", "tel", "username"];

/**
 * Fields for numbers, codes and phone numbers take the digits of the reader's keyboard. The value changes before React has the event.
 * React notices values that scripts set, so the setter of the prototype sets it, which React does not watch.
 */
document.addEventListener(
  "input",
  ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (![target.inputMode, target.type, target.autocomplete].some((kind) => kinds.includes(kind))) return;
    const value = withAsciiDigits(target.value);
    if (value === target.value) return;
    const at = target.selectionStart;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(target, value);
    target.setSelectionRange(at, at);
  },
  { capture: true },
);
