import type { ClubRecordRow } from "../../backend/types/rows.ts";
import { clubDate } from "../../football/time/club-day.ts";
import { plural } from "../../ui/text/plural.ts";

/** Each record's title, and its value as text. */
const kinds: Record<ClubRecordRow["kind"], [title: string, valueText: (value: number) => string]> = {
  best_matchday: ["Best matchday", (value) => plural(value, "point")],
  exact_scores: ["Most perfect scores in a season", (value) => plural(value, "perfect score")],
  scoring_run: ["Longest run of picks with points", (value) => `${plural(value, "pick")} in a row`],
  climb: ["Biggest climb in a day", (value) => plural(value, "place")],
  only_exact: ["The only perfect score of a match", (value) => `one of ${plural(value, "pick")}`],
};

/** The club's records, each with its date and match. Those of the running season can still change. */
export function Records({ records }: { records: readonly ClubRecordRow[] }) {
  return (
    <section className="honours-section" aria-labelledby="records">
      <h2 id="records">Records</h2>
      <ul className="record-cards">
        {records.map((record) => {
          const [title, valueText] = kinds[record.kind];
          return (
            <li key={`${record.kind} ${record.detail} ${record.is_running}`} className="panel">
              <h3>{title}</h3>
              <p className="record-value">{valueText(record.value)}</p>
              <p>
                <b>{record.full_name}</b>
              </p>
              <p className="muted">
                {record.detail}, {clubDate(record.happened_on)}
              </p>
              {record.is_running && <p className="running-record">This season, still running</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
