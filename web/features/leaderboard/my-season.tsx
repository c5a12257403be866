import { useQuery } from "@tanstack/react-query";
import * as footballWords from "#words/football";
import * as words from "#words/leaderboard";
import { backend } from "../../backend/connection/client.ts";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import { crowdOf } from "../../backend/queries/form-and-crowd.ts";
import type { LeaderboardRow, LeaderboardSummaryRow } from "../../backend/types/rows.ts";
import { AgainstTheCrowd } from "../../football/leaderboard/leaderboard-figures.tsx";
import { accuracyText, movementOf, ordinal } from "../../football/rules/ranking.ts";
import { matchPath, nextMatch } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { ShareButton } from "../../ui/overlays/share-button.tsx";
import { formatNumber } from "../../ui/text/format-number.ts";
import { leaderboardPage, myLeaderboardRow, rowAbove } from "./leaderboard-queries.ts";

/** The signed-in player's figures, and the player just above. */
export function MySeason({ league, summary }: { league: string; summary: LeaderboardSummaryRow }) {
  const mine = useQuery(myLeaderboardRow(league));
  const leader = useQuery(leaderboardPage(league, 0)).data?.[0];
  // Also for the first player, who may have somebody above after the next result.
  const above = useQuery(rowAbove(league)).data;
  const crowd = useQuery(crowdOf(league));
  if (mine.data === undefined) return null;
  if (mine.data === null)
    return (
      <aside>
        <section className="panel not-listed">
          <h2>{words.youAreNotOnTheTable}</h2>
          <p className="muted">{words.whoIsOnTheTable}</p>
          <Link className="btn secondary" to={matchPath(nextMatch)}>
            {words.makeAPick}
          </Link>
        </section>
      </aside>
    );
  return (
    <aside className="stack close">
      <section className="panel my-season">
        <h2>{words.yourSeason}</h2>
        {mine.data.rank !== null && (
          <AgainstTheCrowd crowd={crowd.isLoadingError ? null : crowd.data} points={mine.data.points} />
        )}
        <Figures mine={mine.data} summary={summary} leader={leader} />
        {mine.data.rank !== null && (
          <ShareButton
            text={words.shareMyRank({
              place: ordinal(mine.data.rank),
              points: mine.data.points,
              competition: league === "Overall" ? words.overall : league,
              club: backend().config.brand,
              address: window.location.href,
            })}
            title={words.shareTheTopTen}
            picture={sharePicture("leaderboard", league)}
            className="btn secondary"
          >
            {words.shareTheTopTen}
          </ShareButton>
        )}
      </section>
      {mine.data.rank !== null && above && <JustAbove mine={mine.data} rank={mine.data.rank} above={above} />}
    </aside>
  );
}

function Figures({
  mine,
  summary,
  leader,
}: {
  mine: LeaderboardRow;
  summary: LeaderboardSummaryRow;
  leader: LeaderboardRow | undefined;
}) {
  const behind = leader ? leader.points - mine.points : 0;
  return (
    <div className="figures">
      <div>
        <b>{mine.rank === null ? "–" : ordinal(mine.rank)}</b>
        <span>{`${words.ofPlayers({ players: formatNumber(summary.players) })}${moved(mine)}`}</span>
      </div>
      <div>
        <b>{mine.points}</b>
        <span>
          {behind > 0
            ? words.pointsBehindTheLeader({ points: mine.points, behind })
            : words.points({ points: mine.points })}
        </span>
      </div>
      <div>
        <b>{mine.perfect_scores}</b>
        <span>{words.perfectScoresLabel({ count: mine.perfect_scores })}</span>
      </div>
      <div>
        <b>{accuracyText(mine.accuracy)}</b>
        <span>{footballWords.accuracyLabel}</span>
      </div>
    </div>
  );
}

function JustAbove({ mine, rank, above }: { mine: LeaderboardRow; rank: number; above: LeaderboardRow }) {
  if (above.rank === null) return null;
  const gap = above.points - mine.points;
  return (
    <section className="panel just-above">
      <h3>{words.justAboveYou}</h3>
      <p className="faint">
        {aboveInWords({ name: above.full_name, rank: ordinal(above.rank) }, gap, above.rank === rank)}
      </p>
    </section>
  );
}

function aboveInWords(player: { name: string; rank: string }, gap: number, isLevel: boolean): string {
  if (isLevel) return words.playerIsLevel(player);
  if (gap === 0) return words.playerHasMorePerfectScores(player);
  const ahead = words.playerIsAhead({ ...player, gap });
  return gap < 3 ? `${ahead} ${words.onePerfectScoreMore}` : ahead;
}

function moved(mine: LeaderboardRow): string {
  const movement = movementOf(mine);
  if (movement.kind === "up") return words.movedUp({ places: movement.places });
  return movement.kind === "down" ? words.movedDown({ places: movement.places }) : "";
}
