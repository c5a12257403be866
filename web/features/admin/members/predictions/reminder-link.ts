import { plural } from "../../../../ui/text/plural.ts";

/** A link that opens WhatsApp with a reminder to the player. `phone` is in international form, `+23052512345`. */
export function reminderLink(name: string, phone: string, missing: number, address: string): string {
  const [firstName = name] = name.trim().split(/\s+/);
  const text = `Hi ${firstName}, ${plural(missing, "match still needs", "matches still need")} your prediction: ${address}`;
  return `https://wa.me/${phone.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;
}
