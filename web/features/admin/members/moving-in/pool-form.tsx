import { useMemo, useState } from "react";
import * as words from "#words/admin-members";
import { competitions } from "../../../../football/rules/competitions.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import type { Pool } from "./pool-cells.ts";
import { readPool } from "./read-pool.ts";

/** A pasted list with what the organiser said about it. */
export interface ReadPool extends Pool {
  label: string;
  /** The id of a competition; empty for the overall leaderboard. */
  competitionId: string;
}

/** What the organiser typed, which is kept when they come back from the preview. */
export interface PoolDraft {
  label: string;
  competitionId: string;
  /** Whether the other pool gives 3 and 1 points as here, so that the picks of a matrix are predictions. */
  isSameRule: boolean;
  text: string;
}

export const newDraft = (): PoolDraft => ({
  label: words.carriedOver,
  competitionId: competitions[0]?.id ?? "",
  isSameRule: true,
  text: "",
});

interface Props {
  draft: PoolDraft;
  onDraft: (draft: PoolDraft) => void;
  onRead: (pool: ReadPool) => void;
}

const longestLabel = 100;

/** Where the points come from and count, and the box for the list. */
export function PoolForm({ draft, onDraft, onRead }: Props) {
  const { label, competitionId, isSameRule, text } = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const pool = useMemo(() => readPool(text), [text]);
  const submit = () => {
    const found = problemOf(draft, pool);
    setProblem(found);
    if (found) return false;
    onRead({ ...pool, columns: isSameRule ? pool.columns : null, label: label.trim(), competitionId });
    return true;
  };
  return (
    <Form className="panel form" noValidate discards={false} onSubmit={submit}>
      <h3>{words.moveAListIn}</h3>
      <div className="pool-fields">
        <Field label={words.labelOfPoints} hint={words.hintOfTheLabel}>
          <input
            maxLength={longestLabel}
            value={label}
            onChange={({ target }) => onDraft({ ...draft, label: target.value })}
          />
        </Field>
        <Field label={words.leaderboardOfPoints}>
          <select
            value={competitionId}
            onChange={({ target }) => onDraft({ ...draft, competitionId: target.value })}
          >
            {competitions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value="">{words.overallOnly}</option>
          </select>
        </Field>
      </div>
      <Field label={words.listWithPoints} hint={words.hintOfThePool}>
        <textarea
          rows={8}
          spellCheck={false}
          // not a text: names and points
          placeholder={"Amina Ramgoolam; 34\nBen Li; 29"}
          value={text}
          onChange={({ target }) => onDraft({ ...draft, text: target.value })}
        />
      </Field>
      {pool.columns && (
        <Field
          label={words.ruleOfThePool}
          hint={isSameRule ? words.picksBecomePredictions : words.totalsAreCarriedOver}
        >
          <select
            value={isSameRule ? "same" : "other"}
            onChange={({ target }) => onDraft({ ...draft, isSameRule: target.value === "same" })}
          >
            <option value="same">{words.sameRule}</option>
            <option value="other">{words.otherRule}</option>
          </select>
        </Field>
      )}
      <FormError message={problem} />
      <div className="actions">
        <SubmitButton pending={false}>{words.previewTheList}</SubmitButton>
      </div>
    </Form>
  );
}

function problemOf({ label, competitionId, isSameRule }: PoolDraft, pool: Pool): string | null {
  if (label.trim() === "") return words.enterALabel;
  if (pool.lines.length === 0) return words.pasteAListFirst;
  if (pool.columns === null) return null;
  if (isSameRule) return competitionId === "" ? words.matrixNeedsACompetition : null;
  return pool.titles?.total == null ? words.matrixNeedsTotals : null;
}
