import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import { competitions } from "../../../../football/rules/competitions.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { drawDivisions } from "./divisions-mutations.ts";
import { type DrawOrder, drawPlan } from "./divisions-queries.ts";
import { DrawPreview } from "./draw-preview.tsx";
import { staleAfterDraw } from "./stale-after-draw.ts";

/** How many members a division may have at most (docs/rules.md). */
const sizes = [8, 10, 12, 14, 16, 18, 20];
const mostMatchdays = 99;
/** A half-season of the Premier League. */
const halfSeason = { league: competitions[0]?.name ?? "", atMost: 12, matchdays: 19 };

/** What is drawn, with a preview. */
export function DrawForm({ isRunning }: { isRunning: boolean }) {
  const [choices, setChoices] = useState(halfSeason);
  const [asked, setOrder] = useState<DrawOrder | null>(null);
  const plan = useQuery(drawPlan(choices));
  const draw = useAdminMutation(
    drawDivisions,
    { success: words.divisionsDrawn, failure: words.failedToDrawDivisions },
    { stale: staleAfterDraw, undoId: (id) => id },
  );
  const hasTables = plan.data?.has_tables ?? false;
  const usual = hasTables ? "tables" : "overall";
  const chosen = { ...choices, order: asked === null || (asked === "tables" && !hasTables) ? usual : asked };
  const canDraw = plan.data != null && plan.data.members > 1 && plan.data.matchdays > 0;
  return (
    <Form className="panel form game-form" noValidate onSubmit={() => canDraw && draw.mutate(chosen)}>
      <h3>{isRunning ? words.drawNextDivisions : words.drawDivisions}</h3>
      <div className="game-fields">
        <Field label={words.competition}>
          <select
            value={choices.league}
            onChange={({ target }) => setChoices({ ...choices, league: target.value })}
          >
            {competitions.map(({ id, name }) => (
              <option key={id}>{name}</option>
            ))}
          </select>
        </Field>
        <Field label={words.matchdaysAtMost} hint={words.onlyOpenMatchdays}>
          <input
            type="number"
            min={1}
            max={mostMatchdays}
            inputMode="numeric"
            value={choices.matchdays || ""}
            onChange={({ target }) =>
              setChoices({ ...choices, matchdays: Math.trunc(target.valueAsNumber) || 0 })
            }
          />
        </Field>
        <Field label={words.membersAtMost}>
          <select
            value={choices.atMost}
            onChange={({ target }) => setChoices({ ...choices, atMost: Number(target.value) })}
          >
            {sizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </Field>
        <Field label={words.whoPlaysWhere}>
          <select value={chosen.order} onChange={({ target }) => setOrder(target.value as DrawOrder)}>
            <option value="overall">{words.byTheLeaderboard}</option>
            {hasTables && <option value="tables">{words.byTheTables}</option>}
            <option value="random">{words.atRandom}</option>
          </select>
        </Field>
      </div>
      <DrawPreview plan={plan} choices={chosen} />
      {isRunning && canDraw && <p className="notice warning">{words.drawingEndsDivisions}</p>}
      <FormError message={draw.problem} />
      {canDraw && (
        <SubmitButton pending={draw.isPending}>
          {isRunning ? words.endAndDraw : words.drawDivisions}
        </SubmitButton>
      )}
    </Form>
  );
}
