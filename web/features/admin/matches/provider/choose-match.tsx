import { useState } from "react";
import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { linkMatch } from "./provider-mutations.ts";
import { type ClubMatch, staleAfterProviderChange } from "./provider-queries.ts";

interface Props {
  providerMatch: string;
  /** The provider's match, for screen readers. */
  label: string;
  /** The ids of the club's matches to choose from, and these matches when they have loaded. */
  candidates: readonly string[];
  ours: ReadonlyMap<string, ClubMatch> | undefined;
}

/** Links a match of the provider to one of the club's. */
export function ChooseMatch({ providerMatch, label, candidates, ours }: Props) {
  const [chosen, setChosen] = useState("");
  const link = useAdminMutation(
    linkMatch,
    { success: words.matchLinked, failure: words.failedToLinkTheMatch },
    { stale: staleAfterProviderChange },
  );
  return (
    <>
      <Field label={<span className="visually-hidden">{words.clubMatchFor({ label })}</span>}>
        <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">{words.chooseTheClubsMatch}</option>
          {candidates.map((id) => {
            const match = ours?.get(id);
            return (
              match && (
                <option key={id} value={id}>
                  {`${footballWords.teams({ home: match.home_team_name, away: match.away_team_name })}, ${kickOff(match.kickoff_at, serverNow())}`}
                </option>
              )
            );
          })}
        </select>
      </Field>
      <button
        type="button"
        className="btn small"
        aria-label={words.linkLabel({ label })}
        disabled={chosen === "" || link.isPending}
        onClick={() => link.mutate({ providerMatch, match: chosen })}
      >
        {words.link}
      </button>
    </>
  );
}
