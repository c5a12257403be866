import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { PlanCodeRow } from "../../../backend/types/rows.ts";

export const codesPage = 20;

/** `unused`, `used`, `expired`; null is all. */
export type CodeState = "unused" | "used" | "expired" | null;

/** A page of codes, newest first, with who used each. */
export const codes = (state: CodeState, page: number) =>
  queryOptions({
    queryKey: [subject.codes, state, page],
    queryFn: () =>
      dataOf(
        backend().rest.rpc("admin_plan_codes", {
          state,
          page_limit: codesPage,
          page_offset: page * codesPage,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Makes codes for a plan, good until the end of the date (`2026-11-21`, club time). */
export async function generateCodes(
  plan: string,
  expiresOn: string,
  howMany: number,
): Promise<PlanCodeRow[]> {
  const { rest } = backend();
  if (howMany > 1)
    return dataOf(
      rest.rpc("generate_plan_codes", { plan_type: plan, expires_on: expiresOn, how_many: howMany }),
    );
  return [await dataOf(rest.rpc("generate_plan_code", { plan_type: plan, expires_on: expiresOn }))];
}

/** Takes back a code that nobody has used. */
export function revokeCode(code: string): Promise<void> {
  return ensureSuccess(backend().rest.rpc("revoke_plan_code", { code }));
}
