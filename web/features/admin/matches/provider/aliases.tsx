import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { providerSubject } from "../../../../backend/queries/live-score-provider.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { fieldsAfter } from "../../../../ui/forms/fields-after.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { FailedQueries } from "../../../../ui/loading/failure.tsx";
import { AdminError, useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { addAlias, deleteAlias } from "./provider-mutations.ts";
import { ownAliases } from "./provider-queries.ts";

interface Names {
  alias: string;
  team_name: string;
}

const empty: Names = { alias: "", team_name: "" };

/** The team names that link the provider's matches to the club's. The usual names of clubs are built in. */
export function Aliases() {
  const list = useQuery(ownAliases);
  const [fields, setFields] = useState(empty);
  const [invalid, setInvalid] = useState<string | null>(null);
  const add = useAdminMutation(
    addReportingProblems,
    { success: words.nameAdded, failure: words.failedToAddTheName },
    {
      stale: [providerSubject],
      onDone: (_, sent) => setFields(fieldsAfter(sent, empty)),
    },
  );
  const remove = useAdminMutation(
    deleteAlias,
    { success: words.nameDeleted, failure: words.failedToDeleteTheName },
    { stale: [providerSubject] },
  );
  const submit = () => {
    const isEmpty = fields.alias.trim() === "" || fields.team_name.trim() === "";
    setInvalid(isEmpty ? words.pleaseFillInBothNames : null);
    if (!isEmpty) add.mutate(fields);
  };
  const set = (change: Partial<Names>) => setFields({ ...fields, ...change });
  return (
    <section className="whole-row" aria-labelledby="aliases">
      <div className="section-head">
        <h3 id="aliases">{words.otherNamesOfTeams}</h3>
        <p>{words.usualNamesAreKnown}</p>
      </div>
      <Form className="alias-form" noValidate onSubmit={submit}>
        <Field label={words.providersTeamName}>
          <input
            maxLength={100}
            value={fields.alias}
            onChange={(event) => set({ alias: event.target.value })}
          />
        </Field>
        <Field label={words.yourTeamName}>
          <input
            maxLength={100}
            value={fields.team_name}
            onChange={(event) => set({ team_name: event.target.value })}
          />
        </Field>
        <SubmitButton pending={add.isPending} className="btn">
          {words.addName}
        </SubmitButton>
      </Form>
      <FormError message={invalid ?? add.problem} />
      <FailedQueries title={words.failedToLoadTheNames} queries={[list]} />
      {list.data && list.data.length > 0 && (
        <ul className="record-list alias-list" aria-label={words.namesAddedHere}>
          {list.data.map((one) => (
            <li key={one.alias}>
              <div>
                <b>{one.alias}</b>
                <span>{words.isTeam({ team: one.team_name })}</span>
              </div>
              <button
                type="button"
                className="btn secondary small"
                aria-label={words.deleteTheName({ name: one.alias })}
                disabled={remove.isPending}
                onClick={() => remove.mutate(one.alias)}
              >
                {words.deleteLabel}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

async function addReportingProblems({ alias, team_name }: Names): Promise<void> {
  try {
    await addAlias({ alias: alias.trim(), team_name: team_name.trim() });
  } catch (error) {
    if (codeOf(error) === "23505") throw new AdminError(words.nameBelongsToATeam);
    if (codeOf(error) === "23514") throw new AdminError(words.namesAreTheSame);
    throw error;
  }
}
