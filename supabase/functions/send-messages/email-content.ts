/** A message as an email: plain text and HTML with the same content, in the style of supabase/templates. */

import { emailPage, QUIET_INK } from "../_http/email-page.ts";
import type { Environment } from "../_http/environment.ts";
import type { Speech } from "../_words/messages/speech.ts";
import type { Message } from "./queue.ts";
import { speechOf } from "./speech.ts";

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that mail programs recognise duplicates. */
  messageId: string;
  headers: Readonly<Record<string, string>>;
}

/** What an email of each kind calls its kind in the unsubscribe link; the kinds are those of `private.message_kinds`. */
export const kindsIn = ({ words }: Speech): Readonly<Record<string, string>> => ({
  reminder: words.kindReminder,
  match_change: words.kindMatchChange,
  results: words.kindResults,
  subscription: words.kindSubscription,
  news: words.kindNews,
});

/** `env`: SITE_URL, and the public address of the functions (SUPABASE_PUBLIC_URL, else SUPABASE_URL). */
export function emailOf(message: Message, env: Environment): Email {
  const site = env.SITE_URL ?? "";
  const functions = `${env.SUPABASE_PUBLIC_URL ?? env.SUPABASE_URL}/functions/v1`;
  const choice = `?token=${encodeURIComponent(message.token)}&kind=${encodeURIComponent(message.kind)}`;
  const stop = `${site}/unsubscribe${choice}`;
  const link = `${site}${message.link ?? "/"}`;
  const speech = speechOf(message.language);
  const { words } = speech;
  const kind = kindsIn(speech)[message.kind] ?? words.kindOther;
  return {
    to: message.email,
    subject: message.title,
    text: `${message.body}\n\n${link}\n\n${words.stopKind({ kind })}: ${stop}\n${words.allYourChoices}: ${site}/profile\n`,
    html: page(message, words, { link, stop, choices: `${site}/profile` }, kind),
    messageId: `<${message.id}.${message.createdAt.getTime()}@${domainOf(site)}>`,
    headers: {
      // One-click unsubscribe: RFC 8058.
      "List-Unsubscribe": `<${functions}/unsubscribe${choice}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      // Suppresses automatic replies: RFC 3834.
      "Auto-Submitted": "auto-generated",
    },
  };
}

function domainOf(site: string): string {
  return URL.canParse(site) ? new URL(site).hostname : "localhost";
}

interface Addresses {
  link: string;
  stop: string;
  choices: string;
}

function page(
  { title, body, language }: Message,
  words: Speech["words"],
  { link, stop, choices }: Addresses,
  kind: string,
): string {
  const to = (address: string) => (text: string) =>
    `<a href="${escaped(address)}" style="color: ${QUIET_INK}">${escaped(text)}</a>`;
  const smallPrint = words.youCanStop({ kind, stop: to(stop), choose: to(choices) });
  return emailPage({
    language,
    title: escaped(title),
    words: escaped(body).replaceAll("\n", "<br>"),
    button: { address: escaped(link), label: escaped(words.openTheClub) },
    smallPrint: smallPrint.join(""),
  });
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
