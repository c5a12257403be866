import { useState } from "react";
import * as words from "#words/admin-club";
import * as uiWords from "#words/ui";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { homeCompetitions } from "../../../../football/rules/club-settings.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { fieldsAfter } from "../../../../ui/forms/fields-after.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { PeriodForm } from "../../shared/archives/period-form.tsx";
import { warningsBeforeArchiving } from "../points/season-warnings.ts";
import { WarningList } from "../points/warning-list.tsx";
import { createArchive } from "./archive-mutations.ts";
import { type ArchiveFields, problemWith, SnapshotProblem } from "./archive-queries.ts";

const empty: ArchiveFields = { name: "", description: "", league: "", start: "", end: "" };

/** Archives the leaderboard of one league and period. */
export function ArchiveForm() {
  const [fields, setFields] = useState(empty);
  const [invalid, setInvalid] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ fields: ArchiveFields; warnings: readonly string[] } | null>(null);
  const close = (sent: ArchiveFields) => {
    setAsked(null);
    setFields(fieldsAfter(sent, empty));
  };
  const create = useAdminMutation(
    createArchive,
    {
      success: words.archiveCreated,
      failure: words.failedToCreateArchive,
    },
    {
      stale: [subject.archives],
      onDone: (_, sent) => close(sent),
      // The archive exists without its leaderboard. Emptying the form prevents a second archive.
      onFailed: (error, sent) => error instanceof SnapshotProblem && close(sent),
    },
  );
  const check = useAdminMutation(
    (sent: ArchiveFields) => warningsBeforeArchiving(sent),
    { success: null, failure: words.failedToCreateArchive },
    {
      stale: [],
      onDone: (warnings, sent) =>
        warnings.length > 0 ? setAsked({ fields: sent, warnings }) : create.mutate(sent),
    },
  );
  const submit = () => {
    const problem = problemWith(fields);
    setInvalid(problem);
    if (!problem) check.mutate(fields);
    // The input is not saved before the warnings are answered.
    return false;
  };
  const set = (change: Partial<ArchiveFields>) => setFields({ ...fields, ...change });
  const problem = invalid ?? create.problem;
  return (
    <>
      <PeriodForm
        fields={fields}
        onChange={set}
        onSubmit={submit}
        namePlaceholder={words.nameOfASeason}
        endHint={words.includesBothDates}
        problem={problem}
        pending={check.isPending || create.isPending}
        submitLabel={words.createArchive}
      >
        <Field label={words.league}>
          <select value={fields.league} onChange={(event) => set({ league: event.target.value })}>
            <option value="">{words.chooseALeague}</option>
            {homeCompetitions.map(({ id, name }) => (
              <option key={id} value={name}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      </PeriodForm>
      {asked && (
        <ConfirmDialog
          open
          title={words.archiveNameQuestion({ name: asked.fields.name.trim() })}
          keep={uiWords.keepEditing}
          confirm={words.createAnyway}
          pending={create.isPending}
          error={create.problem}
          onKeep={() => setAsked(null)}
          onConfirm={() => create.mutate(asked.fields)}
        >
          <WarningList warnings={asked.warnings} />
        </ConfirmDialog>
      )}
    </>
  );
}
