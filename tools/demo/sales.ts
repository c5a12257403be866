/** What the demo's members have paid, and codes that were sold to them and to names from paper. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { DemoPlayer } from "./players.ts";

interface Tools {
  /** `2026-11-21`, in the club's time. */
  daysFromNow: (days: number) => string;
  /** Works on a few items at a time. */
  inTurns: <T, R>(items: readonly T[], work: (item: T) => Promise<R>) => Promise<R[]>;
  must: (call: PromiseLike<{ error: { message: string } | null }>) => Promise<unknown>;
}

/** The number of members who have not paid for their subscriptions. */
const OWING = 6;

/**
 * Payments with receipts: for the subscriptions of all members but OWING, and for codes that are not redeemed yet, sold to two
 * members and to two names from paper by each way of paying that the club uses.
 */
export async function addSales(
  rest: PostgrestClient,
  players: readonly DemoPlayer[],
  ids: readonly string[],
  { daysFromNow, inTurns, must }: Tools,
): Promise<void> {
  const methods = ["cash", "juice", "my_t_money", "bank_transfer"] as const;
  const paid = (at: number, plan: string) => ({
    amount_rs: plan === "premier_league" ? 500 : 250,
    method: methods[at % methods.length],
    paid_on: daysFromNow(-1 - 3 * (at % 8)),
  });
  const subscribed = players.flatMap(({ subscriptions }, at) =>
    at < OWING ? [] : subscriptions.map((plan) => ({ at, plan })),
  );
  await inTurns(subscribed, ({ at, plan }) =>
    must(
      rest.rpc("give_paid_subscription", {
        _user_id: ids[at],
        _type: plan,
        _expires_on: daysFromNow(200),
        payment: { ...paid(at, plan), payer_id: ids[at] },
      }),
    ),
  );
  const sales = [
    { plan_type: "fa_cup", member_id: ids[0], remark: "Paid at the ground" },
    { plan_type: "premier_league", member_id: ids[1] },
    { plan_type: "premier_league", name: "Aunt Rose" },
    { plan_type: "league_cup", name: "Marie Ramdin" },
  ].slice(0, players.length);
  await must(
    rest.rpc("sell_subscriptions", {
      _sales: sales.map((sale, at) => ({
        ...sale,
        ...paid(at, sale.plan_type),
        expires_on: daysFromNow(120),
      })),
    }),
  );
}
