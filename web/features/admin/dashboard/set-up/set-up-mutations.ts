import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import type { ClubSetUpRow } from "../../../../backend/types/admin-rows.ts";
import { saveSettings } from "../../shared/settings/save-setting.ts";

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
