import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-members";
import type { MissingPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { matchPath, nextMatch } from "../../../../paths.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { copyText } from "../../../../ui/overlays/copy-text.ts";
import { firstNameOf, textsFor } from "../../shared/reminders/member-texts.ts";
import { RemindButton } from "../../shared/reminders/remind-button.tsx";
import { allMissingPlayers, type MatchChoice, missingPlayers } from "./missing-queries.ts";

const choices: readonly { id: MatchChoice; label: string; allPredicted: string }[] = [
  {
    id: "next_matchday",
    label: words.nextMatchday,
    allPredicted: words.allPredictedNextMatchday,
  },
  {
    id: "next_7_days",
    label: words.nextSevenDays,
    allPredicted: words.allPredictedSevenDays,
  },
  { id: "all", label: words.all, allPredicted: words.allPredictedEverything },
];

/** Who has not predicted yet, with a WhatsApp message for each player and a list to copy. */
export function MissingPlayers() {
  const [choice, setChoice] = useState<MatchChoice>("next_matchday");
  const missing = useQuery(missingPlayers(choice));
  const rows = missing.data ?? [];
  const total = rows[0]?.total_count ?? 0;
  return (
    <section className="panel missing-predictions" aria-labelledby="missing">
      <div className="missing-predictions-head">
        <h3 id="missing">
          {missing.data
            ? words.countWithMissingPredictions({ count: total })
            : words.playersWithMissingPredictions}
        </h3>
        {total > 0 && <CopyButton choice={choice} rows={rows} />}
      </div>
      <fieldset>
        <legend className="visually-hidden">{words.matches}</legend>
        <div className="segmented-control">
          {choices.map(({ id, label }) => (
            <label key={id}>
              <input
                type="radio"
                name="missing-matches"
                checked={choice === id}
                onChange={() => setChoice(id)}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <QueryView
        query={missing}
        failed={words.failedToLoadDashboardData}
        loading={{ count: 3, height: 44, label: words.loadingMissingPredictions }}
      >
        {(found) =>
          found.length === 0 ? (
            <p className="notice success">{choices.find(({ id }) => id === choice)?.allPredicted}</p>
          ) : (
            <PlayerList rows={found} total={total} />
          )
        }
      </QueryView>
    </section>
  );
}

function PlayerList({ rows, total }: { rows: readonly MissingPlayerRow[]; total: number }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, by keyboard too */}
      <ul className="missing-players" tabIndex={0}>
        {rows.map((row) => (
          <li key={row.user_id}>
            <span>
              <span>{row.full_name}</span>
              <small>
                {`${words.countOfMatches({ count: row.missing })}, ${row.phone_number ?? words.noPhoneNumber}`}
              </small>
            </span>
            <Reminder row={row} />
          </li>
        ))}
      </ul>
      {total > rows.length && <p className="muted">{words.andMorePlayers({ count: total - rows.length })}</p>}
    </>
  );
}

function Reminder({ row }: { row: MissingPlayerRow }) {
  const texts = textsFor(row.member_language);
  return (
    <RemindButton
      member={{ id: row.user_id, name: row.full_name, phone: row.phone_number }}
      about="picks"
      written={{ at: row.written_at, by: row.written_by }}
      text={texts.picksReminder({
        name: firstNameOf(row.full_name),
        matches: row.missing,
        address: location.origin + matchPath(nextMatch),
      })}
      inApp={{ title: texts.picksTitle, message: texts.picksMessage({ matches: row.missing }) }}
    />
  );
}

/** Copies names and numbers of matches. Phone numbers are left out, because the list may go to a group. */
function CopyButton({ choice, rows }: { choice: MatchChoice; rows: readonly MissingPlayerRow[] }) {
  const list = async () =>
    (await allMissingPlayers(choice, rows))
      .map((row) => `${row.full_name}: ${words.countOfMatches({ count: row.missing })}`)
      .join("\n");
  const copy = () =>
    copyText(list(), { copied: words.listCopiedToClipboard, failed: words.copyingFailedSelectList });
  return (
    <button type="button" className="btn secondary small" onClick={() => void copy()}>
      <Copy size={16} aria-hidden="true" />
      <span>{words.copyList}</span>
    </button>
  );
}
