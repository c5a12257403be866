/** The helpers of the permission matrix: what each role may do beyond what every member may. */
import { CALLERS, type CallerName } from "./callers.ts";

type Helper = Extract<CallerName, `a helper for ${string}`>;

const allowed = (...titles: string[]) => Object.fromEntries(titles.map((title) => [title, "yes"]));

/**
 * The cases in which a helper has another outcome than another player, by their titles. Every other case, also of a new
 * function or table, must have the outcome of another player.
 */
export const HELPERS_MAY: Readonly<Record<Helper, Readonly<Record<string, string>>>> = {
  "a helper for results": allowed(
    "results_to_enter()",
    "preview_results()",
    "complete_matches()",
    "set_running_score()",
    "open_undos()",
    "admin_season_questions()",
    "settle_season_question()",
  ),
  "a helper for payments": allowed(
    "admin_plan_codes()",
    "generate_plan_code()",
    "generate_plan_codes()",
    "generate_paid_plan_codes()",
    "sell_subscriptions()",
    "plan_sales()",
    "mark_plan_code_sent()",
    "revoke_plan_code()",
    "admin_payments()",
    "payment_totals()",
    "record_payment()",
    "find_members()",
    "give_subscription()",
    "give_paid_subscription()",
    "end_subscription()",
    "open_undos()",
    "subscriptions read",
    "changes of subscriptions",
  ),
  "a helper for news": {
    ...allowed(
      "open_undos()",
      ...["insert", "update", "delete"].map((verb) => `news: active ${verb}`),
      ...["read", "insert", "update", "delete"].map((verb) => `news: inactive ${verb}`),
      "changes of news: inactive",
      ...["upload", "upload over", "replace", "list", "list v2", "move", "copy", "remove"].map(inBucket),
      ...["remove several", "sign", "sign several", "sign an upload"].map(inBucket),
    ),
    "news-images upload an existing name": "409",
  },
};

function inBucket(verb: string): string {
  return `news-images ${verb}`;
}

const isHelper = (name: CallerName): name is Helper => name in HELPERS_MAY;

/** The expected outcomes of a case in the order of CALLERS, from the cells of the table, which have no helpers. */
export function withHelpers(title: string, cells: string): string[] {
  const written = cells.split(/\s+/);
  const outcomeOf = (name: CallerName) => written[CALLERS.indexOf(name)] ?? "";
  return CALLERS.map((name, index) => {
    if (isHelper(name)) return HELPERS_MAY[name][title] ?? outcomeOf("another player");
    if (name === "a helper's ended session") return outcomeOf("a banned player");
    return written[index] ?? "";
  });
}
