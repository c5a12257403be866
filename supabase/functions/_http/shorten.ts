/** The text, ended with an ellipsis after `most` characters. Half of an emoji would be no character. */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const kept = characters.slice(0, most - 1).join("");
  return `${kept.trimEnd()}…`;
}
