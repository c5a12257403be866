/** Prints what an import would do, by name. */
import type { ImportChange, ImportPlan, ImportPlanRow } from "../../web/backend/types/import-rows.ts";
import { changeWords, kickOffWords, matchWords, rowsWith } from "../../web/football/fixtures/import-plan.ts";
import type { FixtureFile, LeftOutRow } from "../../web/football/fixtures/imported-match.ts";

/** The groups of a preview with their lines; groups without lines are left out. Times are the club's. */
export function describePreview(plan: ImportPlan, file: FixtureFile, competition: string): string {
  const group = (change: ImportChange, words = changeWords): string[] =>
    rowsWith(plan, change).map((row) => `${matchWords(row)}: ${words(row, change)}`);
  const groups: [title: string, lines: string[]][] = [
    ["Rows that cannot be used", [...file.invalid.map(leftOut), ...group("refused")]],
    ["Columns that are not read", file.unread],
    ["For you to decide", group("undecided")],
    [
      "New teams",
      plan.teams
        .filter(({ team }) => team === null)
        .map(({ name, resembles }) => (resembles ? `${name} (resembles ${resembles})` : name)),
    ],
    [
      "Teams with another name in the club",
      plan.teams.flatMap(({ name, team }) => (team === null ? [] : [`${name}: ${team}`])),
    ],
    ["New matches", group("added")],
    ["Moved", group("moved")],
    ["Other round", group("round")],
    ["Home and away exchanged", group("exchanged")],
    ["New results", group("result", kickOffWords)],
    ["Changed results", group("corrected")],
    ["Cancelled", group("cancelled", cancelledWords)],
    ["Not in this file (they stay)", group("missing")],
    ["Left out", file.skipped.map(leftOut)],
  ];
  const shown = groups.filter(([, lines]) => lines.length > 0);
  return [
    `${competition} ${plan.season}. Nothing was written.`,
    ...shown.map(
      ([title, lines]) => `\n${title}: ${lines.length}\n${lines.map((line) => `  ${line}`).join("\n")}`,
    ),
    `\nUnchanged: ${rowsWith(plan, "unchanged").length}`,
  ].join("\n");
}

function cancelledWords({ file_status }: ImportPlanRow): string {
  return file_status === "awarded" ? "awarded (--count-awarded counts the score)" : "cancelled";
}

function leftOut({ label, reason }: LeftOutRow): string {
  return `${label}: ${reason}`;
}
