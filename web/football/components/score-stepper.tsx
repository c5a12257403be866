import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import * as words from "#words/football";
import { maxGoals, parseGoals } from "../rules/points.ts";
import "../../ui/forms/ascii-digits.ts";

interface Props {
  team: string;
  goals: number | null;
  onGoals: (goals: number | null) => void;
  /** Called with what is wrong with the typed text. Without it, the field does not take such text. */
  onProblem?: (problem: string) => void;
  /** Called when Enter is pressed. */
  onEnter?: (input: HTMLInputElement) => void;
  /** By default the buttons are in one line with the field. */
  className?: string;
}

/** The goals of one team. In an empty field + sets 1 and - sets 0, the two most common numbers. */
export function ScoreStepper({ team, goals, onGoals, onProblem, onEnter, className = "" }: Props) {
  const [text, setText] = useState(goals === null ? "" : String(goals));
  const [invalid, setInvalid] = useState(false);

  useEffect(() => {
    setText(goals === null ? "" : String(goals));
    setInvalid(false);
  }, [goals]);

  const set = (next: number) => {
    setText(String(next));
    setInvalid(false);
    onGoals(next);
  };
  const more = () => set(goals === null ? 1 : Math.min(maxGoals, goals + 1));
  const fewer = () => set(goals === null ? 0 : Math.max(0, goals - 1));
  const type = (typed: string) => {
    const parsed = parseGoals(typed);
    if ("problem" in parsed && !onProblem) return;
    setText(typed);
    setInvalid("problem" in parsed);
    if ("problem" in parsed) onProblem?.(parsed.problem);
    else onGoals(parsed.goals);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "ArrowUp") more();
    else if (event.key === "ArrowDown") fewer();
    else if (event.key === "Enter" && onEnter) onEnter(event.currentTarget);
    else return;
    event.preventDefault();
  };

  return (
    <div className={`score-stepper ${className}`}>
      <button type="button" tabIndex={-1} aria-label={words.oneMoreGoal({ team })} onClick={more}>
        <Plus size={20} aria-hidden="true" />
      </button>
      <input
        inputMode="numeric"
        enterKeyHint="next"
        autoComplete="off"
        maxLength={2}
        placeholder="–"
        data-goals=""
        aria-label={words.scoreOfTeam({ team })}
        aria-invalid={invalid}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        // A caller may have taken an empty field for 0.
        onBlur={() => !invalid && setText(goals === null ? "" : String(goals))}
        onFocus={(event) => event.target.select()}
      />
      <button type="button" tabIndex={-1} aria-label={words.oneFewerGoal({ team })} onClick={fewer}>
        <Minus size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
