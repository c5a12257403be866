import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serverNow } from "../../../backend/connection/server-clock.ts";
import type { ProviderIssueRow } from "../../../backend/types/admin-rows.ts";
import { CompetitionBadge } from "../../../football/components/competition-badge.tsx";
import { kickOff } from "../../../football/time/kick-off.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { useAdminMutation } from "../shared/use-admin-mutation.ts";
import { ignoreMatches, linkMatch, matchesById, staleAfterProviderChange } from "./provider-queries.ts";

/** The provider's matches that are none of ours by name. Those that could be one are to be linked; the rest to be left aside. */
export function UnlinkedMatches({ matches }: { matches: readonly ProviderIssueRow[] }) {
  const fitting = matches.filter(({ candidates }) => (candidates ?? []).length > 0);
  const strangers = matches.filter(({ candidates }) => (candidates ?? []).length === 0);
  const ids = [...new Set(fitting.flatMap(({ candidates }) => candidates ?? []))].sort();
  const ours = useQuery(matchesById(ids)).data;
  const leave = useAdminMutation(
    ignoreMatches,
    { success: (left) => `${left} ignored`, failure: "Failed to ignore the matches" },
    { stale: staleAfterProviderChange },
  );
  const idsOf = (rows: readonly ProviderIssueRow[]) =>
    rows.flatMap(({ provider_match_id }) => provider_match_id ?? []);
  return (
    <>
      {fitting.length > 0 && (
        <ul className="record-list" aria-label="To link">
          {fitting.map((match) => (
            <ToLink
              key={match.provider_match_id}
              match={match}
              options={(match.candidates ?? []).flatMap((id) => {
                const fit = ours?.get(id);
                return fit
                  ? [
                      {
                        id,
                        label: `${fit.home_team_name} v ${fit.away_team_name}, ${kickOff(fit.kickoff_at, serverNow())}`,
                      },
                    ]
                  : [];
              })}
              onLeave={() => leave.mutate(idsOf([match]))}
            />
          ))}
        </ul>
      )}
      {strangers.length > 0 && (
        <details className="unknown-teams">
          <summary>
            {strangers.length === 1 ? "One match" : `${strangers.length} matches`} from the provider that the
            club does not have
          </summary>
          <ul>
            {strangers.map((match) => (
              <li key={match.provider_match_id}>
                {match.home} v {match.away}, {match.league}
                {match.provider_kickoff_at && `, ${kickOff(match.provider_kickoff_at, serverNow())}`}
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="btn secondary small"
            disabled={leave.isPending}
            onClick={() => leave.mutate(idsOf(strangers))}
          >
            Ignore these matches
          </button>
        </details>
      )}
    </>
  );
}

interface ToLinkProps {
  match: ProviderIssueRow;
  options: readonly { id: string; label: string }[];
  onLeave: () => void;
}

function ToLink({ match, options, onLeave }: ToLinkProps) {
  const [chosen, setChosen] = useState("");
  const label = `${match.home} v ${match.away}`;
  const link = useAdminMutation(
    linkMatch,
    { success: "Match linked", failure: "Failed to link the match" },
    { stale: staleAfterProviderChange },
  );
  return (
    <li>
      <div>
        <CompetitionBadge name={match.league} />
        <b>{label}</b>
        <span>
          {match.provider_kickoff_at && `${kickOff(match.provider_kickoff_at, serverNow())}. `}
          No match in the club has these team names on that day.
        </span>
      </div>
      <div className="link-to-match">
        <Field label={<span className="visually-hidden">Club match for {label}</span>}>
          <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">Choose the club's match</option>
            {options.map(({ id, label: words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <button
          type="button"
          className="btn small"
          aria-label={`Link ${label}`}
          disabled={chosen === "" || link.isPending}
          onClick={() => link.mutate({ providerMatch: match.provider_match_id ?? "", match: chosen })}
        >
          Link
        </button>
        <button
          type="button"
          className="btn secondary small"
          aria-label={`Ignore ${label}`}
          onClick={onLeave}
        >
          Ignore
        </button>
      </div>
    </li>
  );
}
