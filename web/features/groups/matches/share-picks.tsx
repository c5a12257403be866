import { Share2 } from "lucide-react";
import * as words from "#words/groups";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../../backend/connection/client.ts";
import { sharePicture } from "../../../backend/pictures/share-pictures.ts";
import type { GroupDetailsRow, MatchRow } from "../../../backend/types/rows.ts";
import { matchPath } from "../../../paths.ts";
import type { Shared } from "../../../ui/overlays/share-button.tsx";

/** What is shared after the lock: one picture of what the group predicted for a match. */
export function picksToShare(match: MatchRow, group: GroupDetailsRow): Shared {
  const teams = teamsOf(match);
  return {
    text: words.picksOfTheGroup({
      ...teams,
      group: group.name,
      club: backend().config.brand,
      link: window.location.origin + matchPath(match.id),
    }),
    title: words.sharePicksOf({ teams: words.teams(teams) }),
    picture: sharePicture("picks", `${group.id}/${match.id}`),
  };
}

export function SharePicks({ match, onShare }: { match: MatchRow; onShare: (match: MatchRow) => void }) {
  return (
    <button
      type="button"
      className="btn secondary small"
      aria-label={words.sharePicksOf({ teams: words.teams(teamsOf(match)) })}
      onClick={() => onShare(match)}
    >
      <Share2 size={20} aria-hidden="true" />
      <span>{words.sharePicks}</span>
    </button>
  );
}

function teamsOf({ home_team_name: home, away_team_name: away }: MatchRow) {
  return { home: clubName(home), away: clubName(away) };
}
