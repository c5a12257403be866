import { expect, test } from "vitest";
import { invitationLink, invitationText, slipRow } from "./invitation.ts";

const club = { brand: "Scoreline", address: "https://club.example/auth" };
const amina = {
  name: "Amina Ramgoolam",
  phone: "+23057123456",
  signIn: "amina@example.com",
  password: "Kdmw-7rtp-3hvx-q2mz",
};

test("an invitation has the sign-in name, the password and the address", () => {
  expect(invitationText(amina, club)).toBe(
    "Hi Amina, you are a member of Scoreline now.\n" +
      "Sign in at https://club.example/auth with amina@example.com and the temporary password Kdmw-7rtp-3hvx-q2mz\n" +
      "You choose your own password then.",
  );
});

test("it opens in WhatsApp for the member's own number", () => {
  const link = new URL(invitationLink(amina, club) ?? "");
  expect([link.origin, link.pathname]).toEqual(["https://wa.me", "/23057123456"]);
  expect(link.searchParams.get("text")).toBe(invitationText(amina, club));
});

test("a member without a number has no link", () => {
  expect(invitationLink({ ...amina, phone: null }, club)).toBeNull();
});

test("a slip has the same facts", () => {
  expect(slipRow(amina, club)).toEqual([
    "Amina Ramgoolam",
    "amina@example.com",
    "Kdmw-7rtp-3hvx-q2mz",
    "https://club.example/auth",
  ]);
});
