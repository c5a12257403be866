import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-content";
import * as uiWords from "#words/ui";
import { saveEdit } from "../../../../backend/edits/save-edit.ts";
import { staleAfterMatchChange, subject } from "../../../../backend/queries/query-keys.ts";
import type { TeamRow } from "../../../../backend/types/rows.ts";
import { Crest } from "../../../../football/components/crest.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useEditQuestion } from "../../../../ui/overlays/edit-question.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { allTeams } from "../../shared/teams/all-teams.ts";
import { ResemblingTeamQuestion } from "../../shared/teams/resembling-team-question.tsx";
import { saveTeam } from "./team-mutations.ts";
import { loadTeam, openedTeam } from "./team-queries.ts";
import { cleaned, problemWith, type TeamFields, teamEditFields } from "./team-rules.ts";

/** Adds or edits a team: its name and the URL of its logo. */
export function TeamForm({ team, onClose }: { team: TeamRow | null; onClose: () => void }) {
  const [fields, setFields] = useState<TeamFields>({ name: team?.name ?? "", logo: team?.logo_url ?? "" });
  const [invalid, setInvalid] = useState<string | null>(null);
  const others = (useQuery(allTeams).data ?? []).filter(({ id }) => id !== team?.id).map(({ name }) => name);
  const { ask, question } = useEditQuestion();
  const save = useAdminMutation(
    (next: TeamFields) =>
      team === null
        ? saveTeam(cleaned(next))
        : saveEdit({
            opened: openedTeam(team),
            mine: next,
            fields: teamEditFields,
            save: (values, seen) => saveTeam(cleaned(values), { id: team.id, seen }),
            load: () => loadTeam(team.id),
            ask,
            onTheirs: onClose,
          }),
    {
      success: team ? words.teamUpdatedSuccessfully : words.teamCreatedSuccessfully,
      failure: words.failedToSaveTeam,
    },
    { stale: [subject.teams, ...staleAfterMatchChange], onDone: onClose },
  );
  const submit = () => {
    const problem = problemWith(fields);
    setInvalid(problem);
    if (!problem) save.mutate(fields);
  };
  const problem = invalid ?? save.problem;
  return (
    <Dialog open onClose={onClose} title={team ? words.editName({ name: team.name }) : words.addTeam}>
      <Form className="form" noValidate onSubmit={submit}>
        <Field label={words.name} hint={team ? words.newNameIsUsedEverywhere : undefined}>
          <input
            value={fields.name}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setFields({ ...fields, name: event.target.value })}
          />
        </Field>
        {fields.name !== (team?.name ?? "") && <ResemblingTeamQuestion name={fields.name} teams={others} />}
        <Field label={words.logoUrlOptional} hint={words.withoutALogo}>
          <input
            type="url"
            value={fields.logo}
            maxLength={2048}
            onChange={(event) => setFields({ ...fields, logo: event.target.value })}
          />
        </Field>
        {fields.name.trim() !== "" && (
          <p className="team-cell">
            <Crest key={fields.logo} team={fields.name.trim()} logo={cleaned(fields).logo_url} />
            <span>{fields.name.trim()}</span>
          </p>
        )}
        <FormError message={problem} />
        <div className="actions">
          <button type="button" className="btn secondary" onClick={onClose}>
            {uiWords.close}
          </button>
          <SubmitButton pending={save.isPending}>{team ? words.saveTeam : words.addTeam}</SubmitButton>
        </div>
      </Form>
      {question}
    </Dialog>
  );
}
