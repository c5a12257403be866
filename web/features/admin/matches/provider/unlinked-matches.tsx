import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { ProviderIssueRow } from "../../../../backend/types/admin-rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { kickOff, kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { ChooseMatch } from "./choose-match.tsx";
import { ignoreMatches } from "./provider-mutations.ts";
import { type ClubMatch, matchesById, staleAfterProviderChange } from "./provider-queries.ts";

/** Provider matches whose team names are unknown. Those with a possible club match can be linked; all can be ignored. */
export function UnlinkedMatches({ matches }: { matches: readonly ProviderIssueRow[] }) {
  const linkable = matches.filter(({ candidates }) => (candidates ?? []).length > 0);
  const unmatched = matches.filter(({ candidates }) => (candidates ?? []).length === 0);
  const ids = [...new Set(linkable.flatMap(({ candidates }) => candidates ?? []))].sort();
  const ours = useQuery(matchesById(ids)).data;
  const ignore = useAdminMutation(
    ignoreMatches,
    { success: (count) => words.countIgnored({ count }), failure: words.failedToIgnoreTheMatches },
    { stale: staleAfterProviderChange },
  );
  const idsOf = (rows: readonly ProviderIssueRow[]) =>
    rows.flatMap(({ provider_match_id }) => provider_match_id ?? []);
  return (
    <>
      {linkable.length > 0 && (
        <ul className="record-list" aria-label={words.toLink}>
          {linkable.map((match) => (
            <LinkableMatch
              key={match.provider_match_id}
              match={match}
              ours={ours}
              onIgnore={() => ignore.mutate(idsOf([match]))}
            />
          ))}
        </ul>
      )}
      {unmatched.length > 0 && (
        <details className="unknown-teams">
          <summary>{words.matchesTheClubLacks({ count: unmatched.length })}</summary>
          <ul>
            {unmatched.map((match) => (
              <li key={match.provider_match_id}>
                {`${footballWords.teams({ home: match.home, away: match.away })}, ${match.league}${match.provider_kickoff_at ? `, ${kickOffInSentence(match.provider_kickoff_at, serverNow())}` : ""}`}
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="btn secondary small"
            disabled={ignore.isPending}
            onClick={() => ignore.mutate(idsOf(unmatched))}
          >
            {words.ignoreTheseMatches}
          </button>
        </details>
      )}
    </>
  );
}

interface LinkableMatchProps {
  match: ProviderIssueRow;
  ours: ReadonlyMap<string, ClubMatch> | undefined;
  onIgnore: () => void;
}

function LinkableMatch({ match, ours, onIgnore }: LinkableMatchProps) {
  const label = footballWords.teams({ home: match.home, away: match.away });
  return (
    <li>
      <div>
        <CompetitionBadge name={match.league} />
        <b>{label}</b>
        <span>
          {`${match.provider_kickoff_at ? `${kickOff(match.provider_kickoff_at, serverNow())}. ` : ""}${words.noMatchHasTheseTeams}`}
        </span>
      </div>
      <div className="link-to-match">
        <ChooseMatch
          providerMatch={match.provider_match_id ?? ""}
          label={label}
          candidates={match.candidates ?? []}
          ours={ours}
        />
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.ignoreLabel({ label })}
          onClick={onIgnore}
        >
          {words.ignore}
        </button>
      </div>
    </li>
  );
}
