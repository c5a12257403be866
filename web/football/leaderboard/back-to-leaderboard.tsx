import { ArrowLeft } from "lucide-react";
import * as words from "#words/football";
import { leaderboardPath, paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";

/** A link above a page's title to the leaderboard of a competition, or to the one that opens first. */
export function BackToLeaderboard({ competitionId }: { competitionId?: string }) {
  return (
    <p className="back-link">
      <Link to={competitionId === undefined ? paths.leaderboard : leaderboardPath(competitionId)}>
        <ArrowLeft size={18} aria-hidden="true" />
        <span>{words.leaderboard}</span>
      </Link>
    </p>
  );
}
