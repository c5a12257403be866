import { expect, it } from "vitest";
import { reminderLink } from "./reminder-link.ts";

it("opens WhatsApp with the digits of the number and a message that any name and address survive", () => {
  const link = new URL(reminderLink("Zoë & Co", "+230 5251-2345", 1, "https://club.test/matches?a=1&b=2"));
  expect(link.origin + link.pathname).toBe("https://wa.me/23052512345");
  expect([...link.searchParams]).toEqual([
    ["text", "Hi Zoë, 1 match still needs your prediction: https://club.test/matches?a=1&b=2"],
  ]);
  expect(decodeURIComponent(reminderLink("Ann", "+2305", 2, "x"))).toContain("2 matches still need");
});
