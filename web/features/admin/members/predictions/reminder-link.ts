import * as words from "#words/admin-members";

/** A link that opens WhatsApp with a reminder to the player. `phone` is in international form, `+23052512345`. */
export function reminderLink(name: string, phone: string, missing: number, address: string): string {
  const [firstName = name] = name.trim().split(/\s+/);
  const text = words.reminder({ name: firstName, matches: missing, address });
  return `https://wa.me/${phone.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;
}
