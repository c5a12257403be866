import { useQuery } from "@tanstack/react-query";
import * as words from "#words/career";
import { honoursOf } from "../../backend/queries/player-queries.ts";
import { Shirt } from "../../football/components/shirt.tsx";
import { BackToLeaderboard } from "../../football/leaderboard/back-to-leaderboard.tsx";
import { isId } from "../../routing/is-id.ts";
import { useSearchParams } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { nameOf, useSession } from "../../session/session-store.ts";
import { Figure } from "../../ui/figure.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { career } from "./career-queries.ts";
import { CareerSeason } from "./career-season.tsx";
import "./career.css";

export { CareerPage as Component };

/** The seasons of a player: of `player` in the address, or of the reader. */
function CareerPage() {
  const { user } = useSession();
  const [parameters] = useSearchParams();
  const named = parameters.get("player") ?? "";
  const userId = isId(named) ? named : (user?.id ?? "");
  const seasons = useQuery(career(userId));
  const isOwn = userId === user?.id;
  const name = seasons.data?.[0]?.full_name ?? (user && isOwn ? nameOf(user) : "");
  return (
    <Page cover={<CareerHead userId={userId} name={name} isOwn={isOwn} />} className="page wrap stack">
      <QueryView
        query={seasons}
        failed={words.failedToLoad}
        loading={{ count: 4, height: 120, label: words.loading }}
        empty={{ title: words.nothingYet, text: words.whenItBegins }}
      >
        {(rows) => (
          <ol className="career-seasons">
            {rows.map((row, at) => (
              <CareerSeason key={row.season} row={row} userId={userId} isOwn={isOwn} isFirst={at === 0} />
            ))}
          </ol>
        )}
      </QueryView>
    </Page>
  );
}

function CareerHead({ userId, name, isOwn }: { userId: string; name: string; isOwn: boolean }) {
  const honours = useQuery(honoursOf(userId)).data;
  return (
    <div className="career-head grass">
      <div className="wrap">
        <BackToLeaderboard />
        <div className="career-player">
          <Shirt player={userId} name={name} />
          <div>
            <h1>{isOwn || name === "" ? words.career : words.careerOf({ name })}</h1>
            <p>{words.whatACareerIs}</p>
          </div>
        </div>
        <dl className="career-cabinet">
          <Figure
            value={honours?.championships ?? "–"}
            word={words.titles({ count: honours?.championships ?? 0 })}
          />
          <Figure value={honours?.months ?? "–"} word={words.months({ count: honours?.months ?? 0 })} />
          <Figure
            value={honours?.matchdays ?? "–"}
            word={words.matchdays({ count: honours?.matchdays ?? 0 })}
          />
          <Figure value={honours?.records ?? "–"} word={words.records({ count: honours?.records ?? 0 })} />
        </dl>
      </div>
    </div>
  );
}
