import * as words from "#words/matches";
import { CompetitionShape } from "../../football/components/competition-badge.tsx";
import { competitions } from "../../football/rules/competitions.ts";
import { Link } from "../../routing/link.tsx";

interface Props {
  /** The chosen competition's id; null for all competitions. */
  chosen: string | null;
  counts: ReadonlyMap<string, number>;
}

/** Links that choose one competition or all, each with the number of its open and live matches. */
export function CompetitionTabs({ chosen, counts }: Props) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <nav className="tabs" aria-label={words.competition}>
      <Link to="?" keepsScroll aria-current={chosen === null ? "true" : undefined}>
        <span>{words.all}</span> <small>{total}</small>
      </Link>
      {competitions.map(({ id, name, hue }) => (
        <Link
          key={id}
          to={`?competition=${id}`}
          keepsScroll
          data-comp={hue}
          aria-current={chosen === id ? "true" : undefined}
        >
          <CompetitionShape name={name} />
          <span>{name}</span> <small>{counts.get(name) ?? 0}</small>
        </Link>
      ))}
    </nav>
  );
}
