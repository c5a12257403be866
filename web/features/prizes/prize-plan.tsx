import * as words from "#words/prizes";
import type { PaidLine, PrizesRow } from "../../backend/types/prize-rows.ts";
import { nameOfPrizes, rupees } from "../../football/prizes/prize-names.ts";
import { ordinal } from "../../football/rules/ranking.ts";

/** What each place pays, by what it is for. */
export function PrizePlan({ club: { lines, fund_rs, is_played, ended_at } }: { club: PrizesRow }) {
  return (
    <section aria-labelledby="prize-plan">
      <div className="section-head">
        <h2 id="prize-plan">{words.whatPlacesPay}</h2>
        {fund_rs !== null && <p>{words.fundOf({ amount: rupees(fund_rs) })}</p>}
      </div>
      <ul className="prize-list">
        {groupsOf(lines).map(([key, group]) => {
          const [{ kind, competition_id }] = group;
          const waits =
            (kind === "cup" || kind === "last_standing") && ended_at === null && !is_played.includes(kind);
          return (
            <li key={key} className="panel">
              <h3>{nameOfPrizes(kind, competition_id)}</h3>
              {waits && <p className="muted">{words.whenOneIsPlayed}</p>}
              <dl className="place-prizes">
                {group.map(({ place, percent, pays_rs }) => (
                  <div key={place}>
                    <dt>{ordinal(place)}</dt>
                    <dd>
                      {percent !== null && <small>{words.percentOfFund({ percent })}</small>}
                      <b className="number">
                        {pays_rs === 0 && percent !== null ? words.percentIsTaken : rupees(pays_rs)}
                      </b>
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The lines for each leaderboard, matchday, the cup and last one standing, in their order. */
function groupsOf(lines: readonly PaidLine[]): [string, [PaidLine, ...PaidLine[]]][] {
  const groups = new Map<string, [PaidLine, ...PaidLine[]]>();
  for (const line of lines) {
    const key = `${line.kind} ${line.competition_id}`;
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups];
}
