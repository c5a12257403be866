import { Minus, Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import * as words from "#words/matches";
import { maxGoals, parseGoals } from "../../../football/rules/points.ts";
import "../../../ui/forms/ascii-digits.ts";

interface Props {
  team: string;
  goals: number | null;
  onGoals: (goals: number | null) => void;
  onProblem: (problem: string) => void;
  /** Called when Enter is pressed. */
  onEnter: (input: HTMLInputElement) => void;
}

/** The goals of one team. In an empty field + sets 1 and - sets 0, the two most common numbers. */
export function Stepper({ team, goals, onGoals, onProblem, onEnter }: Props) {
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
    setText(typed);
    const parsed = parseGoals(typed);
    setInvalid("problem" in parsed);
    if ("problem" in parsed) onProblem(parsed.problem);
    else onGoals(parsed.goals);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "ArrowUp") more();
    else if (event.key === "ArrowDown") fewer();
    else if (event.key === "Enter") onEnter(event.currentTarget);
    else return;
    event.preventDefault();
  };

  return (
    <div className="stepper">
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
        onFocus={(event) => event.target.select()}
      />
      <button type="button" tabIndex={-1} aria-label={words.oneFewerGoal({ team })} onClick={fewer}>
        <Minus size={20} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Focuses the next goals field: the other team's if it is empty, else the next match's. */
export function focusNextGoals(from: HTMLInputElement): void {
  const inputs = [...document.querySelectorAll<HTMLInputElement>("input[data-goals]")];
  const at = inputs.indexOf(from);
  const isHome = from.closest(".scoreline")?.querySelector("input[data-goals]") === from;
  const neighbour = inputs[at + 1];
  const target = isHome && neighbour?.value !== "" ? inputs[at + 2] : neighbour;
  target?.focus();
  target?.closest("article")?.scrollIntoView({ block: "nearest" });
}
