import { type FormEvent, useState } from "react";
import { subject } from "../../../backend/queries/query-keys.ts";
import { homeCompetitions } from "../../../football/rules/club-settings.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../shared/use-admin-mutation.ts";
import { type ArchiveFields, createArchive, problemWith, SnapshotProblem } from "./archive-queries.ts";

const empty: ArchiveFields = { name: "", description: "", league: "", start: "", end: "" };

/** A period of one league becomes a table that stays. */
export function ArchiveForm() {
  const [fields, setFields] = useState(empty);
  const [invalid, setInvalid] = useState<string | null>(null);
  const create = useAdminMutation(
    createArchive,
    {
      success: "Archive and leaderboard snapshot created successfully",
      failure: "Failed to create archive",
    },
    { stale: [subject.archives], onDone: () => setFields(empty) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = problemWith(fields);
    setInvalid(problem);
    if (problem) return;
    create.mutate(fields, {
      // The archive is there: pressing again would make a second one.
      onError: (error) => error instanceof SnapshotProblem && setFields(empty),
    });
  };
  const set = (change: Partial<ArchiveFields>) => setFields({ ...fields, ...change });
  const problem = invalid ?? create.problem;
  return (
    <form className="panel grid gap-4" noValidate onSubmit={submit}>
      <Field label="Name">
        <input
          value={fields.name}
          maxLength={100}
          placeholder="Season 2026/27"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label="Description (optional)">
        <textarea
          rows={2}
          maxLength={1000}
          value={fields.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
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
      <Field label="Start date">
        <input type="date" value={fields.start} onChange={(event) => set({ start: event.target.value })} />
      </Field>
      <Field label="End date" hint="Matches of both days count, by the club's calendar.">
        <input type="date" value={fields.end} onChange={(event) => set({ end: event.target.value })} />
      </Field>
      <FormError words={problem} />
      <SubmitButton pending={create.isPending} className="btn w-full">
        Create Archive
      </SubmitButton>
    </form>
  );
}
