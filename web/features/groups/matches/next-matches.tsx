import { useQuery } from "@tanstack/react-query";
import * as footballWords from "#words/football";
import * as words from "#words/groups";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { GroupDetailsRow, GroupNextMatchRow } from "../../../backend/types/rows.ts";
import { CompetitionBadge, hueOf } from "../../../football/components/competition-badge.tsx";
import { Crest } from "../../../football/components/crest.tsx";
import { kickOff } from "../../../football/time/kick-off.ts";
import { useNow } from "../../../football/time/use-now.ts";
import { matchPath } from "../../../paths.ts";
import { Link } from "../../../routing/link.tsx";
import { whatsAppLink } from "../../../ui/text/whats-app.ts";
import { groupNextMatches } from "../group-queries.ts";

/** The next matches to lock, and who of the group has not predicted them yet. Nothing if there is none. */
export function NextMatches({ group }: { group: GroupDetailsRow }) {
  const { data } = useQuery(groupNextMatches(group.id));
  const now = useNow(60_000);
  if (!data?.length) return null;
  return (
    <section aria-labelledby="group-next">
      <div className="section-head">
        <h2 id="group-next">{words.nextToLock}</h2>
      </div>
      <ul className="group-next">
        {data.map((match) => (
          <li key={match.match_id} {...hueOf(match.league)}>
            <p className="group-tie">
              <Crest team={match.home_team_name} logo={match.home_team_logo} size="small" />
              <span>{clubName(match.home_team_name)}</span> <i>{footballWords.versus}</i>{" "}
              <span>{clubName(match.away_team_name)}</span>
              <Crest team={match.away_team_name} logo={match.away_team_logo} size="small" />
            </p>
            <p>
              <CompetitionBadge name={match.league} /> <span>{kickOff(match.locks_at, now)}</span>
            </p>
            <p>{whoIsMissing(match)}</p>
            {(match.is_mine_missing || match.missing_names.length > 0) && (
              <div className="actions">
                {match.is_mine_missing && (
                  <Link className="btn small" to={matchPath(match.match_id)}>
                    <span>{words.addYourPick}</span>
                    <ForTeam match={match} />
                  </Link>
                )}
                {match.missing_names.length > 0 && (
                  <a
                    className="btn secondary small"
                    href={whatsAppLink(reminderOf(match, group, now))}
                    target="_blank"
                    rel="noreferrer"
                  >
                    <span>{words.remind}</span>
                    <ForTeam match={match} />
                  </a>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className="muted">{words.whatMembersSee}</p>
    </section>
  );
}

function ForTeam({ match }: { match: GroupNextMatchRow }) {
  return (
    <span className="visually-hidden">{` ${words.forTeam({ team: clubName(match.home_team_name) })}`}</span>
  );
}

/** A message for the group's chat. Members do not see the phone numbers of others, so the sender chooses the chat. */
function reminderOf(match: GroupNextMatchRow, group: GroupDetailsRow, now: number): string {
  const { missing, missing_names: names, is_mine_missing: mine } = match;
  const more = missing - names.length - (mine ? 1 : 0);
  return words.remindMembers({
    home: clubName(match.home_team_name),
    away: clubName(match.away_team_name),
    time: kickOff(match.locks_at, now),
    group: group.name,
    names: listOf([...names, ...(more > 0 ? [words.moreMembers({ count: more })] : [])]),
    link: window.location.origin + matchPath(match.match_id),
  });
}

function listOf(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(` ${footballWords.and} `);
}

/** The names of those who have not predicted it. The reader is "you". */
function whoIsMissing({ members, missing, missing_names: names, is_mine_missing: mine }: GroupNextMatchRow) {
  if (missing === 0)
    return members === 1 ? words.theOneMemberHasPredicted : words.allMembersHavePredicted({ members });
  const more = missing - names.length - (mine ? 1 : 0);
  const listed = [
    ...(mine ? [words.you] : []),
    ...names,
    ...(more > 0 ? [words.moreMembers({ count: more })] : []),
  ];
  return (
    <>
      <b>{words.notYet}</b> <span>{listOf(listed)}</span>
    </>
  );
}
