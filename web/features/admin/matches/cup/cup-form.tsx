import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import type { CupPlanRow } from "../../../../backend/types/cup-rows.ts";
import { competitions } from "../../../../football/rules/competitions.ts";
import { roundName } from "../../../../football/time/round-name.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { drawCup, staleAfterCup } from "./cup-mutations.ts";
import { type CupChoices, cupPlan } from "./cup-queries.ts";

/** How many members may take part, if not all. */
const sizes = [4, 8, 16, 32, 64, 128, 256];
/** Limits of a name (docs/rules.md). */
const nameLength = { least: 3, most: 40 };
const usual: CupChoices = { name: "", league: competitions[0]?.name ?? "", most: null, firstRound: null };

/** What is drawn, with a preview. */
export function CupForm({ isRunning }: { isRunning: boolean }) {
  const [choices, setChoices] = useState(usual);
  const plan = useQuery(cupPlan(choices));
  const draw = useAdminMutation(
    drawCup,
    { success: words.cupDrawn, failure: words.failedToDrawCup },
    { stale: staleAfterCup, onDone: () => setChoices(usual), undoId: (id) => id },
  );
  const open = plan.data?.matchdays ?? [];
  const at = Math.max(0, open.indexOf(choices.firstRound ?? ""));
  const name = choices.name.trim();
  const hasName = name.length >= nameLength.least && name.length <= nameLength.most;
  const problem = plan.data ? problemOf(plan.data, open.length - at) : null;
  const canDraw = plan.data != null && problem === null;
  const chosen = { ...choices, name, firstRound: open[at] ?? null };
  return (
    <Form
      className="panel form game-form"
      noValidate
      onSubmit={() => canDraw && hasName && draw.mutate(chosen)}
    >
      <h3>{isRunning ? words.drawNextCup : words.drawCup}</h3>
      <div className="game-fields">
        <Field label={words.nameOfTheCup} hint={words.lengthOfTheName}>
          <input
            value={choices.name}
            maxLength={nameLength.most}
            onChange={({ target }) => setChoices({ ...choices, name: target.value })}
          />
        </Field>
        <Field label={words.competition}>
          <select
            value={choices.league}
            onChange={({ target }) => setChoices({ ...choices, league: target.value, firstRound: null })}
          >
            {competitions.map(({ id, name: league }) => (
              <option key={id}>{league}</option>
            ))}
          </select>
        </Field>
        <Field label={words.whoTakesPart}>
          <select
            value={choices.most ?? ""}
            onChange={({ target }) => setChoices({ ...choices, most: Number(target.value) || null })}
          >
            <option value="">{words.allOfTheLeaderboard}</option>
            {sizes.map((size) => (
              <option key={size} value={size}>
                {words.firstOfTheLeaderboard({ count: size })}
              </option>
            ))}
          </select>
        </Field>
        <Field label={words.firstMatchday}>
          <select
            value={open[at] ?? ""}
            onChange={({ target }) => setChoices({ ...choices, firstRound: target.value })}
          >
            {open.map((round) => (
              <option key={round} value={round}>
                {roundName(round)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <div className="draw-preview" aria-live="polite">
        <QueryView
          query={plan}
          failed={words.failedToPreviewDivisions}
          loading={{ count: 2, height: 28, label: words.loadingCup }}
        >
          {(row) => <Preview plan={row} problem={problem} rounds={open.slice(at)} />}
        </QueryView>
      </div>
      {isRunning && canDraw && <p className="notice warning">{words.drawingEndsCup}</p>}
      <FormError message={draw.problem} />
      {canDraw && (
        <SubmitButton pending={draw.isPending} disabled={!hasName}>
          {isRunning ? words.endAndDrawCup : words.drawCup}
        </SubmitButton>
      )}
    </Form>
  );
}

/** Why nothing can be drawn; null if it can. */
function problemOf({ members, rounds }: CupPlanRow, matchdays: number): string | null {
  if (members < 2 || rounds === null) return words.tooFewForCup;
  return matchdays < rounds ? words.tooFewMatchdaysForCup({ rounds, matchdays }) : null;
}

interface PreviewProps {
  plan: CupPlanRow;
  problem: string | null;
  /** The open matchdays from the first one on. */
  rounds: readonly string[];
}

function Preview({ plan, problem, rounds }: PreviewProps) {
  if (problem !== null) return <p className="notice">{problem}</p>;
  const first = rounds[0] ?? "";
  const last = rounds[(plan.rounds ?? 1) - 1] ?? "";
  return (
    <ul className="draw-sentences">
      <li>{`${words.membersInRounds({ members: plan.members, rounds: plan.rounds ?? 0 })} ${words.countOfByes({ count: plan.byes ?? 0 })}`}</li>
      <li>{words.roundsFromTo({ first: roundName(first), last: roundName(last) })}</li>
      <li>{words.lotsAreDrawn}</li>
    </ul>
  );
}
