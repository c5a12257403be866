import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dayIn } from "../_words/messages/speech.ts";
import { emailOf } from "./email-content.ts";
import type { Message } from "./queue.ts";
import { speechOf } from "./speech.ts";

const MESSAGE: Message = {
  id: 7,
  kind: "match_change",
  tag: "match change 7",
  language: "en",
  title: "Kick-off moved: A & B v <C>",
  body: 'A & B v <C> now kicks off\nat "three".',
  link: "/matches",
  createdAt: new Date(1234),
  dropAfter: null,
  email: "ada@club.test",
  token: "abc",
  devices: [],
};
const ENV = { SITE_URL: "https://club.example.com", SUPABASE_URL: "http://127.0.0.1:3000" };

test("has the same text in plain text and HTML, and escapes names", () => {
  const { to, subject, text, html } = emailOf(MESSAGE, ENV);
  expect([to, subject]).toEqual(["ada@club.test", "Kick-off moved: A & B v <C>"]);
  expect(text).toContain('A & B v <C> now kicks off\nat "three".\n\nhttps://club.example.com/matches\n');
  expect(html).toContain("A &amp; B v &lt;C&gt; now kicks off<br>at &quot;three&quot;.");
  expect(html).not.toContain("<C>");
});

test("has an unsubscribe link, one-click unsubscribe if the functions are public, and a stable Message-ID", () => {
  const { text, html, headers, messageId } = emailOf(MESSAGE, ENV);
  expect(text).toContain(
    "Stop emails about moved and cancelled matches: https://club.example.com/unsubscribe?token=abc&kind=match_change\n",
  );
  expect(html).toContain(">stop emails about moved and cancelled matches</a>");
  expect(headers["List-Unsubscribe"]).toBe(
    "<http://127.0.0.1:3000/functions/v1/unsubscribe?token=abc&kind=match_change>",
  );
  const outside = emailOf(MESSAGE, { ...ENV, SUPABASE_PUBLIC_URL: "https://club.example.com" });
  expect(outside.headers["List-Unsubscribe"]).toContain(
    "<https://club.example.com/functions/v1/unsubscribe?",
  );
  expect([messageId, emailOf(MESSAGE, ENV).messageId]).toEqual([
    "<7.1234@club.example.com>",
    "<7.1234@club.example.com>",
  ]);
});

test("writes the first day of a month as the language does", () => {
  const days = (["en", "fr", "mfe"] as const).map((language) => dayIn(speechOf(language), "2026-12-01"));
  expect(days).toEqual(["Tuesday 1 December 2026", "mardi 1er décembre 2026", "Mardi 1 Desam 2026"]);
});

test("deno.json names the versions installed with the host", () => {
  const { imports }: { imports: Record<string, string> } = JSON.parse(
    readFileSync("supabase/functions/send-messages/deno.json", "utf8"),
  );
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const [name, from] of Object.entries(imports))
    expect(from).toBe(`npm:${name}@${{ ...devDependencies, ...dependencies }[name]}`);
});
