import * as words from "#words/admin-members";
import { movingSentences } from "../../../../backend/sentences/member-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import type { MovePlanRow } from "../../../../backend/types/member-rows.ts";
import { clubDay } from "../../../../football/time/club-day.ts";
import type { MatrixColumn } from "./pool-cells.ts";

interface Props {
  titles: readonly MatrixColumn[];
  columns: MovePlanRow["columns"];
  games: MovePlanRow["matches"];
  chosen: ReadonlyMap<number, string | null>;
  onChoose: (place: number, match: string | null) => void;
}

const leftOut = "out";

/** How many matches of the matrix were found, each that was found, and a question about each that was not. */
export function MatrixColumns({ titles, columns, games, chosen, onChoose }: Props) {
  const byId = new Map(games.map((game) => [game.id, game]));
  const found = columns.filter(({ is_over: isOver, problem }) => isOver && problem === null);
  const coming = columns.filter(({ match_id: id, is_over: isOver, problem }) => id && !isOver && !problem);
  const asked = columns.filter(({ place, problem }) => problem !== null || chosen.has(place));
  return (
    <>
      <p>{words.matrixSummary({ found: found.length, coming: coming.length })}</p>
      {asked.length > 0 && (
        <ul className="matrix-columns">
          {asked.map(({ place, match_id: id, candidates, problem }) => {
            const title = titleOf(titles[place - 1]);
            return (
              <li key={place}>
                <span className="pool-name">
                  <b>{title}</b>
                  <small>{words.columnWithNumber({ column: place })}</small>
                </span>
                <span className="field">
                  <select
                    aria-label={words.whichMatchIs({ title })}
                    value={chosen.get(place) === null ? leftOut : (id ?? "")}
                    onChange={({ target }) => onChoose(place, target.value === leftOut ? null : target.value)}
                  >
                    <option value="" disabled>
                      {words.chooseAMatch}
                    </option>
                    <option value={leftOut}>{words.leaveColumnOut}</option>
                    {games
                      .filter((game) => candidates.length === 0 || candidates.includes(game.id))
                      .map((game) => (
                        <option key={game.id} value={game.id}>
                          {resultOf(game)}
                        </option>
                      ))}
                  </select>
                </span>
                {problem && <small className="warning">{sentenceOf(movingSentences, problem)}</small>}
              </li>
            );
          })}
        </ul>
      )}
      {found.length > 0 && (
        <details>
          <summary>{words.matchesThatWereFound}</summary>
          <ul>
            {found.map(({ place, match_id: id }) => {
              const game = byId.get(id ?? "");
              return (
                <li key={place}>
                  {words.columnIsMatch({
                    title: titleOf(titles[place - 1]),
                    match: game ? resultOf(game) : "",
                  })}
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </>
  );
}

const titleOf = ({ home, away }: MatrixColumn = { home: "", away: "" }) =>
  away === "" ? home : words.titleOfTeams({ home, away });

const resultOf = ({ home, away, home_score, away_score, match_date }: MovePlanRow["matches"][number]) =>
  words.matchWithResult({
    home,
    away,
    score: `${home_score}–${away_score}`,
    day: clubDay(match_date),
  });
