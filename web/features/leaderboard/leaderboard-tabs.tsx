import * as words from "#words/leaderboard";
import { CompetitionShape } from "../../football/components/competition-badge.tsx";
import { competitions } from "../../football/rules/competitions.ts";
import { Link } from "../../routing/link.tsx";

/** The scope of a leaderboard, with its id in the address. */
export interface Scope {
  id: string;
  /** The scope's name in the database. */
  league: string;
}

export const scopes: readonly Scope[] = [
  ...competitions.map(({ id, name }) => ({ id, league: name })),
  { id: "overall", league: "Overall" },
];

/** The scope in the address, or the Premier League. */
export function scopeIn(parameters: URLSearchParams): Scope {
  const id = parameters.get("competition");
  return scopes.find((scope) => scope.id === id) ?? { id: "premier_league", league: "Premier League" };
}

/** `friendlyClub`: whether admins turned on its tab. The tab of the current leaderboard is always shown. */
export function LeaderboardTabs({ chosen, friendlyClub }: { chosen: Scope; friendlyClub: boolean }) {
  const shown = scopes.filter(({ id }) => id !== "friendly_club" || friendlyClub || chosen.id === id);
  return (
    <nav className="tabs" aria-label={words.competition}>
      {shown.map(({ id, league }) => (
        <Link
          key={id}
          to={`?competition=${id}`}
          replace
          keepsScroll
          data-comp={competitions.find((competition) => competition.id === id)?.hue}
          aria-current={id === chosen.id ? "true" : undefined}
        >
          <CompetitionShape name={league} />
          <span>{id === "overall" ? words.overall : league}</span>
        </Link>
      ))}
    </nav>
  );
}
