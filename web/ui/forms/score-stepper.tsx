import { Minus, Plus } from "lucide-react";
import type { KeyboardEvent } from "react";
import * as words from "#words/ui";
import "./ascii-digits.ts";

interface Props {
  /** The name of the field for screen readers, such as `Arsenal score`. */
  label: string;
  goals: number | null;
  max: number;
  disabled?: boolean;
  onGoals: (goals: number | null) => void;
  /** Called when Enter is pressed. */
  onEnter?: (input: HTMLInputElement) => void;
}

/** A number of goals in one line, with buttons on both sides. In an empty field + sets 1 and − sets 0. */
export function ScoreStepper({ label, goals, max, disabled = false, onGoals, onEnter }: Props) {
  const step = (by: 1 | -1) => {
    if (goals === null) onGoals(by === 1 ? 1 : 0);
    else onGoals(Math.min(max, Math.max(0, goals + by)));
  };
  const type = (typed: string) => {
    if (typed === "") return onGoals(null);
    const value = Number(typed);
    if (/^\d+$/.test(typed) && value <= max) onGoals(value);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "ArrowUp") step(1);
    else if (event.key === "ArrowDown") step(-1);
    else if (event.key === "Enter" && onEnter) onEnter(event.currentTarget);
    else return;
    event.preventDefault();
  };
  return (
    <div className="score-stepper">
      <button
        type="button"
        tabIndex={-1}
        disabled={disabled}
        aria-label={words.oneFewer({ label })}
        onClick={() => step(-1)}
      >
        <Minus size={18} aria-hidden="true" />
      </button>
      <input
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        placeholder="–"
        disabled={disabled}
        aria-label={label}
        value={goals ?? ""}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onFocus={(event) => event.target.select()}
      />
      <button
        type="button"
        tabIndex={-1}
        disabled={disabled}
        aria-label={words.oneMore({ label })}
        onClick={() => step(1)}
      >
        <Plus size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
