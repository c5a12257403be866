/** A message as an email: plain text and HTML with the same content, in the style of supabase/templates. */
import { emailPage, QUIET_INK } from "../_http/email-page.ts";
import type { Environment } from "../_http/environment.ts";
import type { Message } from "./queue.ts";

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
export const KIND_WORDS: Readonly<Record<string, string>> = {
  reminder: "reminders",
  match_change: "emails about moved and cancelled matches",
  results: "emails about your results",
  subscription: "emails about your subscriptions",
  news: "emails about news",
};

/** `env`: SITE_URL, and the public address of the functions (SUPABASE_PUBLIC_URL, else SUPABASE_URL). */
export function emailOf(message: Message, env: Environment): Email {
  const site = env.SITE_URL ?? "";
  const functions = `${env.SUPABASE_PUBLIC_URL ?? env.SUPABASE_URL}/functions/v1`;
  const choice = `?token=${encodeURIComponent(message.token)}&kind=${encodeURIComponent(message.kind)}`;
  const stop = `${site}/unsubscribe${choice}`;
  const link = `${site}${message.link ?? "/"}`;
  const kind = KIND_WORDS[message.kind] ?? "these emails";
  return {
    to: message.email,
    subject: message.title,
    text: `${message.body}\n\n${link}\n\nStop ${kind}: ${stop}\nAll your choices: ${site}/profile\n`,
    html: page(message.title, message.body, link, kind, stop, `${site}/profile`),
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

function page(
  title: string,
  body: string,
  link: string,
  kind: string,
  stop: string,
  choices: string,
): string {
  const quiet = `style="color: ${QUIET_INK}"`;
  return emailPage({
    title: escaped(title),
    words: escaped(body).replaceAll("\n", "<br>"),
    button: { address: escaped(link), label: "Open the club" },
    smallPrint: `You can <a href="${escaped(stop)}" ${quiet}>stop ${kind}</a>, or <a href="${escaped(choices)}" ${quiet}>choose what you get</a>.`,
  });
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
