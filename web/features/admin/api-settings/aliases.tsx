import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { codeOf, messageFor } from "../../../backend/connection/error-messages.ts";
import { providerSubject } from "../../../backend/queries/live-score-provider.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { Failure } from "../../../ui/loading/failure.tsx";
import { AdminError, useAdminMutation } from "../mutations/use-admin-mutation.ts";
import { addAlias, deleteAlias, ownAliases } from "./provider-queries.ts";

/** The team names that link the provider's matches to the club's. The usual names of clubs are built in. */
export function Aliases() {
  const list = useQuery(ownAliases);
  const [alias, setAlias] = useState("");
  const [teamName, setTeamName] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const add = useAdminMutation(
    addReportingProblems,
    { success: "Name added", failure: "Failed to add the name" },
    {
      stale: [providerSubject],
      onDone: () => {
        setAlias("");
        setTeamName("");
      },
    },
  );
  const remove = useAdminMutation(
    deleteAlias,
    { success: "Name deleted", failure: "Failed to delete the name" },
    { stale: [providerSubject] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const names = { alias: alias.trim(), team_name: teamName.trim() };
    const problem = names.alias === "" || names.team_name === "" ? "Please fill in both names" : null;
    setInvalid(problem);
    if (!problem) add.mutate(names);
  };
  return (
    <section className="whole-row" aria-labelledby="aliases">
      <div className="section-head">
        <h3 id="aliases">Other names of teams</h3>
        <p>The usual names of English and Champions League clubs are already known</p>
      </div>
      <form className="alias-form" noValidate onSubmit={submit}>
        <Field label="Provider's team name">
          <input maxLength={100} value={alias} onChange={(event) => setAlias(event.target.value)} />
        </Field>
        <Field label="Your team name">
          <input maxLength={100} value={teamName} onChange={(event) => setTeamName(event.target.value)} />
        </Field>
        <SubmitButton pending={add.isPending} className="btn">
          Add name
        </SubmitButton>
      </form>
      <FormError message={invalid ?? add.problem} />
      {list.isLoadingError && (
        <Failure
          title="Failed to load the names"
          reason={messageFor(list.error, "admin")}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && list.data.length > 0 && (
        <ul className="record-list alias-list" aria-label="Names added here">
          {list.data.map((one) => (
            <li key={one.alias}>
              <div>
                <b>{one.alias}</b>
                <span>is {one.team_name}</span>
              </div>
              <button
                type="button"
                className="btn secondary small"
                aria-label={`Delete the name ${one.alias}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(one.alias)}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

async function addReportingProblems(names: { alias: string; team_name: string }): Promise<void> {
  try {
    await addAlias(names);
  } catch (error) {
    if (codeOf(error) === "23505") throw new AdminError("This name already belongs to a team.");
    if (codeOf(error) === "23514") throw new AdminError("The two names are the same.");
    throw error;
  }
}
