import { useState } from "react";
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
  text: string;
}

export const newDraft = (): PoolDraft => ({
  label: words.carriedOver,
  competitionId: competitions[0]?.id ?? "",
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
  const { label, competitionId, text } = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const submit = () => {
    const pool = readPool(text);
    const found =
      label.trim() === "" ? words.enterALabel : pool.lines.length === 0 ? words.pasteAListFirst : null;
    setProblem(found);
    if (found) return false;
    onRead({ ...pool, label: label.trim(), competitionId });
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
      <FormError message={problem} />
      <div className="actions">
        <SubmitButton pending={false}>{words.previewTheList}</SubmitButton>
      </div>
    </Form>
  );
}
