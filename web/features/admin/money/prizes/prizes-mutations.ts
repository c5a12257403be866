import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import { throwSentence } from "../../shared/acts/throw-refusal.ts";
import { type PlanValues, planArguments, type SeenPlan } from "./plan-rules.ts";

/** Saves the plan; without lines it ends. */
export const savePlan = (values: PlanValues, { fund_rs, lines }: SeenPlan) =>
  ensureSuccess(
    backend().rest.rpc("save_prize_plan", {
      ...planArguments(values),
      _seen: { fund_rs, lines: lines.map((line) => ({ ...line })) },
    }),
  ).catch(throwSentence);

export interface PrizePayment {
  prizeId: string;
  method: string;
  paidOn: string;
}

/** Marks a prize as paid. Resolves to the id for the undo. */
export const payPrize = ({ prizeId, method, paidOn }: PrizePayment, requestKey: string) =>
  dataOf(
    backend().rest.rpc("pay_prize", {
      _prize_id: prizeId,
      _method: method,
      _paid_on: paidOn,
      _request_key: requestKey,
    }),
  ).catch(throwSentence);
