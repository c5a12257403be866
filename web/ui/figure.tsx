/** A number with its word, in a list of class `figures`. */
export function Figure({ value, word }: { value: number | string; word: string }) {
  return (
    <div>
      <dd>{value}</dd>
      <dt>{word}</dt>
    </div>
  );
}
