import { expect, it } from "vitest";
import { ReturnTickets } from "./return-tickets.ts";

const DUE = Date.UTC(2030, 0, 1);
const tickets = new ReturnTickets("a secret key");
const ticket = tickets.issue("password", DUE);

it("accepts a ticket when it is due, also on another host with the same key", () => {
  expect(tickets.isValid(ticket, "password", DUE + 500)).toBe(true);
  expect(new ReturnTickets("a secret key").isValid(ticket, "password", DUE)).toBe(true);
});

it.each([
  ["before it is due", ticket, "password", DUE - 1500],
  ["long after", ticket, "password", DUE + 61_000],
  ["for another class", ticket, "save", DUE],
  ["with a later time", ticket.replace(String(DUE), String(DUE + 1)), "password", DUE],
  ["of another key", new ReturnTickets("another key").issue("password", DUE), "password", DUE],
  ["that is none", "x".repeat(60), "password", DUE],
  ["that is missing", null, "password", DUE],
])("refuses a ticket %s", (_, given, kind, now) => {
  expect(tickets.isValid(given, kind, now)).toBe(false);
});
