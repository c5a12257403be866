import { Check, Minus, X } from "lucide-react";
import * as words from "#words/last-standing";
import type { ChoiceResult } from "../../backend/types/last-standing-rows.ts";

const resultWords: Readonly<Record<ChoiceResult, string>> = {
  won: words.teamWon,
  lost: words.teamDidNotWin,
  kept: words.notPlayed,
  open: words.notOver,
};
// not a text: class names
const resultClasses = {
  won: "choice-result won-choice",
  lost: "choice-result lost-choice",
  kept: "choice-result",
  open: "choice-result",
} as const;
const icons = { won: Check, lost: X, kept: Minus, open: Minus } as const;

/** What became of a chosen team, with an icon. */
export function Result({ result }: { result: ChoiceResult }) {
  const Icon = icons[result];
  return (
    <small className={resultClasses[result]}>
      <Icon size={16} aria-hidden="true" />
      <span>{resultWords[result]}</span>
    </small>
  );
}
