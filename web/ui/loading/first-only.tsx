import * as words from "#words/ui";
import { formatNumber } from "../text/format-number.ts";

interface Props {
  /** The rows on the screen. */
  shown: number;
  /** The most rows that the list has. */
  most: number;
  /** What the list says about other rows, `Add more of the name to find others.` */
  children?: string;
}

/** Below a list of at most `most` rows: says that there may be others. Renders nothing below a shorter list. */
export function FirstOnly({ shown, most, children }: Props) {
  if (shown < most) return null;
  return (
    <p className="note">
      {`${words.onlyTheFirst({ most: formatNumber(most) })}${children ? ` ${children}` : ""}`}
    </p>
  );
}
