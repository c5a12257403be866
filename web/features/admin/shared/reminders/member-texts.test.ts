import { expect, it } from "vitest";
import { whatsAppLink } from "../../../../ui/text/whats-app.ts";
import { dateInDigits, firstNameOf, textsFor } from "./member-texts.ts";

const reminderTo = (language: string | null, name: string, matches: number, address: string) =>
  // French writes a space that does not break before a colon.
  textsFor(language)
    .picksReminder({ name: firstNameOf(name), matches, address })
    .replace(/\u00a0/g, " ");

it("opens WhatsApp with the digits of the number and a message that any name and address survive", () => {
  const text = reminderTo(null, "Zoë & Co", 1, "https://club.test/matches?a=1&b=2");
  const link = new URL(whatsAppLink(text, "+230 5251-2345"));
  expect(link.origin + link.pathname).toBe("https://wa.me/23052512345");
  expect([...link.searchParams]).toEqual([
    ["text", "Hi Zoë, 1 match still needs your prediction: https://club.test/matches?a=1&b=2"],
  ]);
  expect(reminderTo(null, "Ann", 2, "x")).toContain("2 matches still need");
});

it("writes in the member's language, and in that of the page for an unknown one", () => {
  expect(reminderTo("fr", "Ann", 2, "x")).toBe("Bonjour Ann, 2 matchs attendent encore votre pronostic : x");
  expect(reminderTo("mfe", "Ann", 2, "x")).toBe("Bonzour Ann, 2 match ankor bizin ou prediksion: x");
  expect(reminderTo("de", "Ann", 2, "x")).toBe("Hi Ann, 2 matches still need your prediction: x");
});

it("writes a date in digits", () => {
  expect(dateInDigits("2026-11-30")).toBe("30/11/2026");
});
