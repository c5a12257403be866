/** A message as an email: plain text and HTML with the same content, in the style of supabase/templates. */
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
  const words = escaped(body).replaceAll("\n", "<br>");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${escaped(title)}</title>
  </head>
  <body style="margin: 0; background: #f1f5f9; font-family: system-ui, -apple-system, 'Segoe UI', sans-serif; color: #0f172a">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
      <tr>
        <td align="center" style="padding: 32px 16px">
          <table role="presentation" width="480" cellpadding="0" cellspacing="0" style="max-width: 480px; background: #ffffff; border-radius: 12px">
            <tr>
              <td style="padding: 32px; font-size: 16px; line-height: 1.5">
                <h1 style="margin: 0 0 16px; font-size: 22px">${escaped(title)}</h1>
                <p style="margin: 0">${words}</p>
                <p style="margin: 24px 0"><a href="${escaped(link)}" style="background: #1d4ed8; color: #ffffff; text-decoration: none; padding: 12px 20px; border-radius: 8px; display: inline-block; font-weight: 600">Open the club</a></p>
                <p style="margin: 16px 0 0; font-size: 14px; color: #475569">You can <a href="${escaped(stop)}" style="color: #475569">stop ${kind}</a>, or <a href="${escaped(choices)}" style="color: #475569">choose what you get</a>.</p>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
