import * as words from "#words/football";
import "./double-mark.css";

/** The mark of a prediction whose points count twice. */
export function DoubleMark() {
  return (
    <span className="double-mark">
      <span aria-hidden="true">×2</span>
      <span className="visually-hidden">{words.double}</span>
    </span>
  );
}
