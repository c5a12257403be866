import * as footballWords from "#words/football";
import * as words from "#words/leaderboard";
import { Link } from "../../routing/link.tsx";
import { useSearchParams } from "../../routing/location.tsx";

export type PeriodKind = "season" | "matchday" | "month";

const labels: Record<PeriodKind, string> = {
  season: words.season,
  matchday: footballWords.matchday,
  month: words.month,
};

/** The period in the address; overall has no matchdays. */
export function periodKindIn(parameters: URLSearchParams): PeriodKind {
  const kind = parameters.get("period");
  if (kind === "month") return kind;
  return kind === "matchday" && parameters.get("competition") !== "overall" ? kind : "season";
}

/** The choice between the leaderboards of the season, of matchdays and of months. */
export function PeriodTabs({ chosen }: { chosen: PeriodKind }) {
  const [parameters] = useSearchParams();
  const kinds = (["season", "matchday", "month"] as const).filter(
    (kind) => kind !== "matchday" || parameters.get("competition") !== "overall",
  );
  return (
    <nav className="tabs" aria-label={words.period}>
      {kinds.map((kind) => (
        <Link
          key={kind}
          to={`?${addressOf(parameters, kind)}`}
          replace
          keepsScroll
          aria-current={kind === chosen ? "true" : undefined}
        >
          {labels[kind]}
        </Link>
      ))}
    </nav>
  );
}

function addressOf(parameters: URLSearchParams, kind: PeriodKind): URLSearchParams {
  const next = new URLSearchParams();
  const competition = parameters.get("competition");
  if (competition) next.set("competition", competition);
  if (kind !== "season") next.set("period", kind);
  return next;
}
