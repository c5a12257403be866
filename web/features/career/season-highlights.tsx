import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as words from "#words/career";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { CareerRow, SeasonHighlightsRow } from "../../backend/types/rows.ts";
import { Crest } from "../../football/components/crest.tsx";
import { Shirt } from "../../football/components/shirt.tsx";
import { boardIdOf } from "../../football/rules/competitions.ts";
import { clubDate } from "../../football/time/club-day.ts";
import { headToHeadPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { seasonHighlights } from "./career-queries.ts";

/** The longest run, the best call and the closest rival of a season. */
export function SeasonHighlights({ userId, row }: { userId: string; row: CareerRow }) {
  const highlights = useQuery(seasonHighlights(userId, row.season));
  return (
    <QueryView
      query={highlights}
      failed={words.failedToLoadWhatStoodOut}
      loading={{ count: 3, height: 64, label: words.loadingWhatStoodOut }}
    >
      {(data) => (
        <ul className="career-highlights">
          {data.run !== null && data.run_until !== null && (
            <Highlight title={words.longestRun} mark={<b className="career-run">{data.run}</b>}>
              <span>{words.picksInARow({ count: data.run, date: clubDate(data.run_until) })}</span>
            </Highlight>
          )}
          <BestCall data={data} />
          <ClosestRival data={data} userId={userId} league={row.league} />
        </ul>
      )}
    </QueryView>
  );
}

function Highlight({ title, mark, children }: { title: string; mark: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div className="career-mark">{mark}</div>
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
    </li>
  );
}

function BestCall({ data }: { data: SeasonHighlightsRow }) {
  const { call_home: home, call_away: away, call_players: players, call_predictions: predictions } = data;
  if (home === null || away === null || players === null || predictions === null) return null;
  const score = `${data.call_home_score}–${data.call_away_score}`;
  return (
    <Highlight title={words.bestCall} mark={<Crest team={home} logo={null} />}>
      <b>{`${clubName(home)} ${score} ${clubName(away)}`}</b>{" "}
      <span>{words.alsoSaidBy({ players, predictions })}</span>
    </Highlight>
  );
}

function ClosestRival({
  data,
  userId,
  league,
}: {
  data: SeasonHighlightsRow;
  userId: string;
  league: string;
}) {
  const { rival_id: id, rival_name: name, rival_points: points } = data;
  if (id === null || name === null || points === null) return null;
  return (
    <Highlight title={words.closestRival} mark={<Shirt player={id} name={name} />}>
      <b>{name}</b>{" "}
      <span>
        {words.betterAndWorse({
          points: words.points({ count: points }),
          won: data.rival_won ?? 0,
          lost: data.rival_lost ?? 0,
        })}
      </span>{" "}
      <Link to={headToHeadPath(id, userId, boardIdOf(league))}>{words.compare}</Link>
    </Highlight>
  );
}
