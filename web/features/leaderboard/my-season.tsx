import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import { crowdOf } from "../../backend/queries/form-and-crowd.ts";
import type { LeaderboardRow, LeaderboardSummaryRow } from "../../backend/types/rows.ts";
import { AgainstTheCrowd } from "../../football/components/leaderboard-figures.tsx";
import { accuracyText, movementOf, ordinal } from "../../football/rules/ranking.ts";
import { paths } from "../../paths.ts";
import { ShareButton } from "../../ui/overlays/share-button.tsx";
import { formatNumber } from "../../ui/text/format-number.ts";
import { plural, wordFor } from "../../ui/text/plural.ts";
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
          <h2>You are not on this table yet</h2>
          <p className="muted">It lists players with a subscription or a prediction in this competition.</p>
          <Link className="btn secondary" to={paths.matches}>
            Make a pick
          </Link>
        </section>
      </aside>
    );
  return (
    <aside className="stack close">
      <section className="panel my-season">
        <h2>Your season</h2>
        {mine.data.rank !== null && (
          <AgainstTheCrowd crowd={crowd.isLoadingError ? null : crowd.data} points={mine.data.points} />
        )}
        <Figures mine={mine.data} summary={summary} leader={leader} />
        {mine.data.rank !== null && (
          <ShareButton
            text={`I am ${ordinal(mine.data.rank)} with ${plural(mine.data.points, "point")}. ${window.location.href}`}
            title="Share the top ten"
            picture={sharePicture("leaderboard", league)}
            className="btn secondary"
          >
            Share the top ten
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
        <span>
          of {formatNumber(summary.players)}
          {moved(mine)}
        </span>
      </div>
      <div>
        <b>{mine.points}</b>
        <span>
          {wordFor(mine.points, "point")}
          {behind > 0 ? `, ${behind} behind the leader` : ""}
        </span>
      </div>
      <div>
        <b>{mine.perfect_scores}</b>
        <span>{wordFor(mine.perfect_scores, "perfect score")}</span>
      </div>
      <div>
        <b>{accuracyText(mine.accuracy)}</b>
        <span>accuracy</span>
      </div>
    </div>
  );
}

function JustAbove({ mine, rank, above }: { mine: LeaderboardRow; rank: number; above: LeaderboardRow }) {
  if (above.rank === null) return null;
  const gap = above.points - mine.points;
  return (
    <section className="panel just-above">
      <h3>Just above you</h3>
      <p className="faint">
        {above.full_name}, {ordinal(above.rank)},{" "}
        {above.rank === rank
          ? "is level with you. One more point puts you ahead."
          : gap === 0
            ? "has the same points and more perfect scores."
            : `is ${gap === 1 ? "one point" : plural(gap, "point")} ahead.${gap < 3 ? " One perfect score puts you ahead." : ""}`}
      </p>
    </section>
  );
}

function moved(mine: LeaderboardRow): string {
  const movement = movementOf(mine);
  return movement.kind === "up" || movement.kind === "down" ? `, ${movement.kind} ${movement.places}` : "";
}
