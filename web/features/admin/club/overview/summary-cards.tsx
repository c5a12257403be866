import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-club";
import { accuracyText } from "../../../../football/rules/ranking.ts";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { overview } from "./overview-queries.ts";

/**
 * Four totals above every tab; on a phone above Overview only (`wideOnly` false), because they would fill the screen.
 * Shows dashes after a failure, because the Overview tab reports it.
 */
export function SummaryCards({ wideOnly }: { wideOnly: boolean }) {
  const figures = useQuery(overview).data;
  const count = (value: number | undefined) => (typeof value === "number" ? formatNumber(value) : "–");
  return (
    <dl className={wideOnly ? "summary-cards wide-only" : "summary-cards"}>
      <div>
        <dt>{words.totalUsers}</dt>
        <dd>{count(figures?.total_users)}</dd>
      </div>
      <div>
        <dt>{words.totalMatches}</dt>
        <dd>
          <span>{count(figures?.total_matches)}</span>
          <small>{words.countCompleted({ count: count(figures?.completed_matches) })}</small>
        </dd>
      </div>
      <div>
        <dt>{words.predictions}</dt>
        <dd>{count(figures?.predictions)}</dd>
      </div>
      <div>
        <dt>{words.avgAccuracy}</dt>
        <dd>{accuracyText(figures?.accuracy ?? null)}</dd>
      </div>
    </dl>
  );
}
