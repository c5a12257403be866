import { type FormEvent, useState } from "react";
import { providerSubject } from "../../../backend/queries/live-score-provider.ts";
import type { ProviderStateRow } from "../../../backend/types/admin-rows.ts";
import { competitions } from "../../../football/rules/competitions.ts";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../mutations/use-admin-mutation.ts";
import { setProviderOptions } from "./provider-queries.ts";

/** The competitions that a provider can have: all except the club's own. */
const offered = competitions.filter(({ id }) => id !== "friendly_club");

/** Whether scores and fixtures are updated automatically, and in which competitions. */
export function ProviderSwitches({ state }: { state: ProviderStateRow }) {
  const [scores, setScores] = useState(state.follows_scores);
  const [fixtures, setFixtures] = useState(state.follows_fixtures);
  const [chosen, setChosen] = useState(state.competitions);
  const save = useAdminMutation(
    setProviderOptions,
    { success: "Live-score settings saved", failure: "Failed to save settings" },
    { stale: [providerSubject] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ scores, fixtures, competitions: chosen });
  };
  return (
    <form className="panel form" onSubmit={submit} aria-labelledby="provider-updates">
      <h3 id="provider-updates">Automatic updates</h3>
      <div>
        <label className="checkbox-field">
          <input type="checkbox" checked={scores} onChange={(event) => setScores(event.target.checked)} />
          Update scores during matches
        </label>
        <p className="faint">
          A result counts after two matching updates, or when you confirm it. A score you set is never changed
          without your approval.
        </p>
      </div>
      <div>
        <label className="checkbox-field">
          <input type="checkbox" checked={fixtures} onChange={(event) => setFixtures(event.target.checked)} />
          Add and move fixtures
        </label>
        <p className="faint">
          Checks the next four weeks every six hours. Picks are kept, and locked matches stay locked.
        </p>
      </div>
      <fieldset>
        <legend>Competitions</legend>
        {offered.map(({ id, name }) => (
          <label key={id} className="checkbox-field">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) =>
                setChosen(
                  event.target.checked ? [...chosen, id] : chosen.filter((competition) => competition !== id),
                )
              }
            />
            {name}
          </label>
        ))}
        <p className="faint">Untick competitions that your plan with the provider does not include.</p>
      </fieldset>
      <FormError message={save.problem} />
      <SubmitButton pending={save.isPending}>Save settings</SubmitButton>
    </form>
  );
}
