import { useState } from "react";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { homeCompetitions } from "../../../../football/rules/club-settings.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { fieldsAfter } from "../../../../ui/forms/fields-after.ts";
import { PeriodForm } from "../../shared/archives/period-form.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { type ArchiveFields, createArchive, problemWith, SnapshotProblem } from "./archive-queries.ts";

const empty: ArchiveFields = { name: "", description: "", league: "", start: "", end: "" };

/** Archives the leaderboard of one league and period. */
export function ArchiveForm() {
  const [fields, setFields] = useState(empty);
  const [invalid, setInvalid] = useState<string | null>(null);
  const create = useAdminMutation(
    createArchive,
    {
      success: "Archive and leaderboard snapshot created successfully",
      failure: "Failed to create archive",
    },
    {
      stale: [subject.archives],
      onDone: (_, sent) => setFields(fieldsAfter(sent, empty)),
      // The archive exists without its leaderboard. Emptying the form prevents a second archive.
      onFailed: (error, sent) => error instanceof SnapshotProblem && setFields(fieldsAfter(sent, empty)),
    },
  );
  const submit = () => {
    const problem = problemWith(fields);
    setInvalid(problem);
    if (!problem) create.mutate(fields);
  };
  const set = (change: Partial<ArchiveFields>) => setFields({ ...fields, ...change });
  const problem = invalid ?? create.problem;
  return (
    <PeriodForm
      fields={fields}
      onChange={set}
      onSubmit={submit}
      namePlaceholder="Season 2026/27"
      endHint="Includes matches on both dates (club time)."
      problem={problem}
      pending={create.isPending}
      submitLabel="Create Archive"
    >
      <Field label="League">
        <select value={fields.league} onChange={(event) => set({ league: event.target.value })}>
          <option value="">Choose a league</option>
          {homeCompetitions.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
    </PeriodForm>
  );
}
