import * as words from "#words/groups";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../../backend/connection/client.ts";
import { sharePicture } from "../../../backend/pictures/share-pictures.ts";
import type { GroupDetailsRow, MatchRow } from "../../../backend/types/rows.ts";
import { matchPath } from "../../../paths.ts";
import { ShareButton } from "../../../ui/overlays/share-button.tsx";

/** Shares one picture of what the group predicted for a match, after its lock. */
export function SharePicks({ match, group }: { match: MatchRow; group: GroupDetailsRow }) {
  const teams = { home: clubName(match.home_team_name), away: clubName(match.away_team_name) };
  return (
    <ShareButton
      text={words.picksOfTheGroup({
        ...teams,
        group: group.name,
        club: backend().config.brand,
        link: window.location.origin + matchPath(match.id),
      })}
      title={words.sharePicksOf({ teams: words.teams(teams) })}
      label={words.sharePicksOf({ teams: words.teams(teams) })}
      picture={sharePicture("picks", `${group.id}/${match.id}`)}
      className="btn secondary small"
    >
      {words.sharePicks}
    </ShareButton>
  );
}
