import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/profile";
import { crowdOf } from "../../backend/queries/form-and-crowd.ts";
import { playerFigures, playerRanks, playerRounds } from "../../backend/queries/player-queries.ts";
import { Outcomes, SeasonCharts } from "../../football/components/season-charts.tsx";
import { AgainstTheCrowd } from "../../football/leaderboard/leaderboard-figures.tsx";
import { competitions } from "../../football/rules/competitions.ts";
import { accuracyText, ordinal } from "../../football/rules/ranking.ts";
import { matchPath, nextMatch, paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { formatNumber } from "../../ui/text/format-number.ts";

const leagues = ["Overall", ...competitions.map(({ name }) => name)];

/** The player's figures and charts, by competition or overall. */
export function Season({ userId }: { userId: string }) {
  const [league, setLeague] = useState("Overall");
  const figures = useQuery(playerFigures(userId, league));
  const rounds = useQuery(playerRounds(userId, league));
  const ranks = useQuery(playerRanks(userId, league));
  const crowd = useQuery(crowdOf(league));
  return (
    <section aria-labelledby="season">
      <div className="section-head">
        <h2 id="season">{words.yourSeason}</h2>
        <Link to={paths.career}>{words.yourCareer}</Link>
        <Link to={paths.leaderboard}>{words.leaderboard}</Link>
      </div>
      <Field label={words.competition} className="season-choice">
        <select value={league} onChange={(event) => setLeague(event.target.value)}>
          {leagues.map((name) => (
            <option key={name} value={name}>
              {name === "Overall" ? words.allTogether : name}
            </option>
          ))}
        </select>
      </Field>
      <QueryView
        query={figures}
        failed={words.failedToLoadYourSeason}
        loading={{ count: 6, height: 120, label: words.loadingYourSeason }}
        empty={{
          title: words.notOnTheTable,
          text: words.yourStatisticsStart,
          action: (
            <Link className="btn secondary" to={matchPath(nextMatch)}>
              {words.makeAPick}
            </Link>
          ),
        }}
      >
        {(data) => (
          <div className="season-figures">
            {data.predictions_scored > 0 && (
              <AgainstTheCrowd crowd={crowd.isLoadingError ? null : crowd.data} points={data.points} />
            )}
            <dl className="figures four">
              <div>
                <dd>{data.rank === null ? "–" : ordinal(data.rank)}</dd>
                <dt>{words.ofPlayers({ players: formatNumber(data.players) })}</dt>
              </div>
              <div>
                <dd>{data.points}</dd>
                <dt>{words.points({ points: data.points })}</dt>
              </div>
              <div>
                <dd>{data.perfect_scores}</dd>
                <dt>{words.perfectScores({ count: data.perfect_scores })}</dt>
              </div>
              <div>
                <dd>{accuracyText(data.accuracy)}</dd>
                <dt>{footballWords.accuracyLabel}</dt>
              </div>
            </dl>
            {data.predictions_scored > 0 && (
              <>
                <Outcomes figures={data} />
                <SeasonCharts rounds={rounds} ranks={ranks} />
              </>
            )}
          </div>
        )}
      </QueryView>
    </section>
  );
}
