import { useQuery } from "@tanstack/react-query";
import { Copy, MessageCircle } from "lucide-react";
import { useState } from "react";
import type { MissingPlayerRow } from "../../../../backend/types/admin-rows.ts";
import { paths } from "../../../../paths.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { toast } from "../../../../ui/overlays/toast.ts";
import { plural } from "../../../../ui/text/plural.ts";
import { allMissingPlayers, type MatchChoice, missingPlayers } from "./completion-queries.ts";
import { reminderLink } from "./reminder-link.ts";

const choices: readonly { id: MatchChoice; label: string; allPredicted: string }[] = [
  {
    id: "next_matchday",
    label: "Next matchday",
    allPredicted: "Every player has predicted the next matchday of each competition.",
  },
  {
    id: "next_7_days",
    label: "Next 7 days",
    allPredicted: "Every player has predicted all matches of the next 7 days.",
  },
  { id: "all", label: "All", allPredicted: "Every player has predicted all matches open to them." },
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
        <h3 id="missing">Players with missing predictions{missing.data && `: ${total}`}</h3>
        {total > 0 && <CopyButton choice={choice} rows={rows} />}
      </div>
      <fieldset>
        <legend className="visually-hidden">Matches</legend>
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
        failed="Failed to load dashboard data"
        loading={{ count: 3, height: 44, label: "Loading missing predictions" }}
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
              {row.full_name}
              <small>
                {plural(row.missing, "match", "matches")}, {row.phone_number ?? "no phone number"}
              </small>
            </span>
            {row.phone_number !== null && (
              <a
                className="btn secondary small"
                href={reminderLink(
                  row.full_name,
                  row.phone_number,
                  row.missing,
                  location.origin + paths.matches,
                )}
                target="_blank"
                rel="noreferrer"
                aria-label={`WhatsApp ${row.full_name}`}
              >
                <MessageCircle size={16} aria-hidden="true" />
                WhatsApp
              </a>
            )}
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="muted">and {plural(total - rows.length, "more player", "more players")}</p>
      )}
    </>
  );
}

/** Copies names and numbers of matches. Phone numbers are left out, because the list may go to a group. */
function CopyButton({ choice, rows }: { choice: MatchChoice; rows: readonly MissingPlayerRow[] }) {
  const copy = async () => {
    try {
      const lines = (await allMissingPlayers(choice, rows)).map(
        (row) => `${row.full_name}: ${plural(row.missing, "match", "matches")}`,
      );
      await navigator.clipboard.writeText(lines.join("\n"));
      toast.success("List copied to clipboard");
    } catch {
      toast.error("Copying failed. Select the list and copy it by hand.");
    }
  };
  return (
    <button type="button" className="btn secondary small" onClick={() => void copy()}>
      <Copy size={16} aria-hidden="true" />
      Copy list
    </button>
  );
}
