import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { ownWrite } from "../../backend/requests/marks.ts";
import type { RedemptionRow } from "../../backend/types/rows.ts";

/** Redeems a code. Resolves to the outcome, also for a refused code; throws only if the request fails. */
export async function redeemCode(code: string): Promise<RedemptionRow> {
  const rows = await dataOf(
    ownWrite(subject.subscriptions, backend().rest.rpc("redeem_plan_code", { code })),
  );
  const [row] = rows;
  // not a text: for developers
  if (!row) throw new Error("redeem_plan_code answered no row");
  return row;
}
