import * as words from "#words/admin-members";
import { whatsAppLink } from "../../../../ui/text/whats-app.ts";

/** A link that opens WhatsApp with a reminder to the player. `phone` is in international form, `+23052512345`. */
export function reminderLink(name: string, phone: string, missing: number, address: string): string {
  const [firstName = name] = name.trim().split(/\s+/);
  const text = words.reminder({ name: firstName, matches: missing, address });
  return whatsAppLink(text, phone);
}
