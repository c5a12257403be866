import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import type { RedemptionRow } from "../../backend/types/rows.ts";

/** Every competition, whether the player may predict in it, and until when. */
export const myCompetitions = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "playable"],
    queryFn: () => dataOf(backend().rest.rpc("my_competitions")),
  });

/** The player's own subscriptions, past ones too. */
export const mySubscriptions = (userId: string) =>
  queryOptions({
    queryKey: [subject.subscriptions, userId, "own"],
    queryFn: () =>
      dataOf(
        backend()
          .rest.from("subscriptions")
          .select("*")
          .eq("user_id", userId)
          .order("expires_at", { ascending: false }),
      ),
  });

/** Redeems a code. The outcome is a row, also when the code is refused; throws only when the call itself fails. */
export async function redeemCode(code: string): Promise<RedemptionRow> {
  const rows = await dataOf(backend().rest.rpc("redeem_plan_code", { code }));
  const [row] = rows;
  if (!row) throw new Error("redeem_plan_code answered no row");
  return row;
}
