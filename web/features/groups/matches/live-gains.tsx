import { useQuery } from "@tanstack/react-query";
import * as footballWords from "#words/football";
import * as words from "#words/groups";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import { matchesAroundNow } from "../../../backend/queries/matches-around-now.ts";
import type { GroupDetailsRow, MatchRow } from "../../../backend/types/rows.ts";
import { CompetitionBadge, hueOf } from "../../../football/components/competition-badge.tsx";
import { Crest } from "../../../football/components/crest.tsx";
import { PlayerName } from "../../../football/components/player-name.tsx";
import { PointsBadge } from "../../../football/components/points-badge.tsx";
import { OfficialScore, PredictionChip } from "../../../football/components/scoreboard.tsx";
import { pointsFor } from "../../../football/rules/points.ts";
import { useNow } from "../../../football/time/use-now.ts";
import { useSession } from "../../../session/session-store.ts";
import { useShare } from "../../../ui/overlays/share-button.tsx";
import { inReadingOrder } from "../../../ui/text/reading-order.ts";
import { livePicks } from "../group-queries.ts";
import { picksToShare, SharePicks } from "./share-picks.tsx";

/** How many members of each match are listed, without the reader. */
const most = 5;

interface Props {
  group: GroupDetailsRow;
  onShare: (match: MatchRow) => void;
}

/** The matches that have locked. The share window stays open when its match kicks off and moves to the live ones. */
export function StartedMatches({ group }: { group: GroupDetailsRow }) {
  const { share, shareWindow } = useShare();
  const onShare = (match: MatchRow) => share(picksToShare(match, group));
  return (
    <>
      <LockedMatches group={group} onShare={onShare} />
      <LiveGains group={group} onShare={onShare} />
      {shareWindow}
    </>
  );
}

/** The live matches with the members whom their score gives points now. A goal changes the row of its match and asks nothing. */
function LiveGains({ group, onShare }: Props) {
  const live = useQuery(matchesAroundNow).data?.filter(({ status }) => status === "live");
  if (!live?.length) return null;
  return (
    <section aria-labelledby="group-gains">
      <div className="section-head">
        <h2 id="group-gains">{words.whoGainsNow}</h2>
        <p>{words.scoresUpdateByThemselves}</p>
      </div>
      <div className="live-gains">
        {live.map((match) => (
          <LiveMatch key={match.id} match={match} group={group} onShare={onShare} />
        ))}
      </div>
    </section>
  );
}

/** The matches that are locked and have not begun to score, with their picture to share. */
function LockedMatches({ group, onShare }: Props) {
  const now = useNow(60_000);
  const locked = useQuery(matchesAroundNow).data?.filter(
    ({ status, locks_at: locksAt }) => status === "upcoming" && Date.parse(locksAt) <= now,
  );
  if (!locked?.length) return null;
  return (
    <section aria-labelledby="group-locked">
      <div className="section-head">
        <h2 id="group-locked">{words.locked}</h2>
      </div>
      <div className="live-gains">
        {locked.map((match) => (
          <LockedMatch key={match.id} match={match} group={group} onShare={onShare} />
        ))}
      </div>
    </section>
  );
}

function LockedMatch({ match, group, onShare }: Props & { match: MatchRow }) {
  const picks = usePicks(match, group);
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  return (
    <article className="live-gain" aria-label={words.teams({ home, away })} {...hueOf(match.league)}>
      <CompetitionBadge name={match.league} />
      <p className="group-tie">
        <Crest team={match.home_team_name} logo={match.home_team_logo} size="small" />
        <span>{home}</span> <i>{footballWords.versus}</i> <span>{away}</span>
        <Crest team={match.away_team_name} logo={match.away_team_logo} size="small" />
      </p>
      {picks && <p className="muted">{othersOf(picks.length, 0, picks.length)}</p>}
      {picks && picks.length > 0 && <SharePicks match={match} onShare={onShare} />}
    </article>
  );
}

function usePicks(match: MatchRow, group: GroupDetailsRow) {
  return useQuery(livePicks(match.id)).data?.filter(({ group_ids: ids }) => ids.includes(group.id));
}

function LiveMatch({ match, group, onShare }: Props & { match: MatchRow }) {
  const { user } = useSession();
  const picks = usePicks(match, group);
  const score = { home: match.home_score ?? 0, away: match.away_score ?? 0 };
  const gains = picks
    ?.map((row) => {
      const prediction = { home: row.home_prediction, away: row.away_prediction, isDouble: row.is_double };
      return { row, prediction, points: pointsFor(prediction, score), isOwn: row.user_id === user?.id };
    })
    .sort(
      (one, other) => other.points - one.points || inReadingOrder(one.row.full_name, other.row.full_name),
    );
  const listed = gains?.filter(({ points, isOwn }, at) => isOwn || (points > 0 && at < most)) ?? [];
  const rest = (gains?.length ?? 0) - listed.length;
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  return (
    <article className="live-gain" aria-label={words.teams({ home, away })} {...hueOf(match.league)}>
      <CompetitionBadge name={match.league} />
      <div className="live-tie">
        <span>
          <Crest team={match.home_team_name} logo={match.home_team_logo} size="small" />
          <span>{home}</span>
        </span>
        <OfficialScore home={score.home} away={score.away} />
        <span>
          <span>{away}</span>
          <Crest team={match.away_team_name} logo={match.away_team_logo} size="small" />
        </span>
      </div>
      <ul>
        {listed.map(({ row, prediction, isOwn }) => (
          <li key={row.user_id}>
            <PlayerName player={row.user_id} name={row.full_name} me={isOwn} />
            <PredictionChip {...prediction} />
            <PointsBadge prediction={prediction} score={score} />
          </li>
        ))}
      </ul>
      {gains && <p className="muted">{othersOf(gains.length, rest, listed.length)}</p>}
      {gains && gains.length > 0 && <SharePicks match={match} onShare={onShare} />}
    </article>
  );
}

function othersOf(all: number, rest: number, listed: number): string {
  if (all === 0) return words.nobodyHasPredicted;
  if (rest === 0) return words.allPicksOfTheGroup({ all });
  return listed === 0 ? words.noPickHasPoints : words.furtherPicks({ rest });
}
