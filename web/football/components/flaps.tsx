/** An official number, one tile for each character. Hidden from screen readers: the words beside it have the number. */
export function Flaps({ value, className }: { value: number | string; className: string }) {
  return (
    <span className={className} aria-hidden="true">
      {[...String(value)].map((character, at) => (
        <b className="digit-tile" key={at}>
          {character}
        </b>
      ))}
    </span>
  );
}
