import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { roundParameters } from "../../../../football/rules/round-address.ts";
import { clubKickOff } from "../../../../football/time/club-kick-off.ts";
import { Link } from "../../../../routing/link.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { useSearch } from "../../../../ui/forms/use-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { matchPage, pageSize } from "../matches/match-queries.ts";
import "../../shared/records.css";
import "../matches/manage-matches.css";

/** Finds a result of any age; each leads to its round in the form above. Unfolded, because most visits enter new results. */
export function EarlierResults() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="earlier-results"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{words.correctAnEarlierResult}</summary>
      {isOpen && <Results onChosen={() => setIsOpen(false)} />}
    </details>
  );
}

function Results({ onChosen }: { onChosen: () => void }) {
  const search = useSearch();
  const { searched, page, setPage } = search;
  const list = useQuery(matchPage("completed", searched, page));
  return (
    <>
      <SearchField label={words.searchTeams} search={search} list={list} />
      <QueryView
        query={list}
        failed={words.failedToLoadMatches}
        loading={{ count: 8, height: 48, label: words.loadingMatches }}
        empty={{
          title: searched ? words.noMatchFound : words.noCompletedMatches,
          text: searched ? words.noMatchHasTyped({ typed: searched }) : words.setScoresForPoints,
        }}
      >
        {(data) => (
          <>
            <ul className="record-list">
              {data.matches.map((match) => (
                <Result key={match.id} match={match} onChosen={onChosen} />
              ))}
            </ul>
            <Pager page={page} pageSize={pageSize} total={data.total} list={list} onPage={setPage} />
          </>
        )}
      </QueryView>
    </>
  );
}

function Result({ match, onChosen }: { match: MatchRow; onChosen: () => void }) {
  const { league, season, round, match_date } = match;
  const name = words.resultOf({
    home: clubName(match.home_team_name),
    away: clubName(match.away_team_name),
    score: `${match.home_score}–${match.away_score}`,
  });
  const address = roundParameters({ league, season, round, match_date: round === null ? match_date : null });
  return (
    <li>
      <div>
        <CompetitionBadge name={league} />
        <b>{name}</b>
        <span>{clubKickOff(match, new Date(serverNow()).getFullYear())}</span>
      </div>
      <Link
        className="btn secondary small"
        to={`?${address}`}
        aria-label={words.openRoundOf({ match: name })}
        onClick={onChosen}
      >
        {words.openRound}
      </Link>
    </li>
  );
}
