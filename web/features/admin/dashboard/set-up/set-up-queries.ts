import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { ClubSetUpRow } from "../../../../backend/types/admin-rows.ts";
import { saveSettings } from "../../shared/settings/save-setting.ts";

/** What there is for each step; null in a club that was not started in the browser. */
export const setUp = queryOptions({
  queryKey: [subject.dashboard, "set up"],
  queryFn: async () => (await dataOf(backend().rest.rpc("club_set_up")))[0] ?? null,
});

const key = "set_up";

/** Puts steps, or the whole list, away. Fails with SL016 if another organiser has put some away meanwhile. */
export function putAway(facts: ClubSetUpRow, next: string): Promise<void> {
  return saveSettings({ [key]: next }, { [key]: facts.put_away || null });
}

export interface TestEmail {
  outcome: "sent" | "outbox" | "failed";
  to: string;
  milliseconds: number;
  /** The mail server's own words. */
  reason: string | null;
}

/** Sends a test email to the organiser's own address. Throws RequestError, `email_needed` without an address. */
export async function sendTestEmail(): Promise<TestEmail> {
  return (await callFunction("send-test-email", {})) as TestEmail;
}
