import { Check, Minus } from "lucide-react";
import * as words from "#words/admin-club";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { titleOfStep, wordsOfStep } from "../../../../backend/sentences/season-sentences.ts";
import type { SeasonPlan, SeasonStep } from "../../../../backend/types/season-rows.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { useFocusOnChange } from "../../../../ui/use-focus-on-change.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { NextStep } from "./next-step.tsx";
import { undoSteps } from "./season-end-mutations.ts";
import { staleAfterSeasonStep } from "./season-end-queries.ts";

interface Props {
  plan: SeasonPlan;
  onTaken: () => void;
  onUndone: (kept: string[]) => void;
}

/** The steps in their order: those that are done, the one that is next with its form, and the rest. */
export function SeasonSteps({ plan, onTaken, onUndone }: Props) {
  const latest = plan.undo_until === null ? undefined : plan.steps.findLast(({ state }) => state !== "open");
  // The button that was pressed has disappeared with its step.
  // not a text: a selector
  const list = useFocusOnChange<HTMLOListElement>(plan.next, ".is-next h3");
  return (
    <ol className="season-steps" ref={list}>
      {plan.steps.map((row, index) => (
        <li
          key={row.step}
          className={row.step === plan.next ? "season-step is-next" : "season-step"}
          aria-current={row.step === plan.next ? "step" : undefined}
        >
          <StepMark row={row} number={index + 1} />
          <div>
            <h3 tabIndex={-1}>{titleOfStep(row.step)}</h3>
            <p>{wordsOfStep(row.facts, row.words)}</p>
            {row.done_at !== null && (
              <p className="season-done">
                {[row.done_by, timeAgo(row.done_at, serverNow())].filter(Boolean).join(", ")}
              </p>
            )}
            {row === latest && <UndoStep row={row} onUndone={onUndone} />}
            {row.step === plan.next && <NextStep row={row} plan={plan} onTaken={onTaken} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

function StepMark({ row, number }: { row: SeasonStep; number: number }) {
  if (row.state === "done")
    return (
      <span className="season-mark is-done">
        <Check size={20} aria-label={words.done} />
      </span>
    );
  if (row.state === "skipped")
    return (
      <span className="season-mark">
        <Minus size={20} aria-label={words.skipped} />
      </span>
    );
  return (
    <span className="season-mark number" aria-hidden="true">
      {number}
    </span>
  );
}

function UndoStep({ row, onUndone }: { row: SeasonStep; onUndone: (kept: string[]) => void }) {
  const undo = useAdminMutation(
    undoSteps,
    { success: null, failure: words.failedToUndoTheStep },
    { stale: staleAfterSeasonStep, onDone: onUndone },
  );
  return (
    <>
      <FormError message={undo.problem} />
      <button
        type="button"
        className="btn secondary small"
        aria-label={words.undoStep({ title: titleOfStep(row.step) })}
        aria-disabled={undo.isPending}
        onClick={() => undo.mutate(row.step)}
      >
        {undo.isPending ? words.undoing : words.undo}
      </button>
    </>
  );
}
