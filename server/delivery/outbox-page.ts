import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { html, raw } from "hono/html";
import type { Database } from "../database/database.ts";
import { sameKey } from "../gateway/keys.ts";
import { type OutboxMessage, readOutbox } from "./outbox.ts";

/** A new token for this process, printed to the host's terminal. */
export function newOutboxToken(): string {
  return randomBytes(18).toString("base64url");
}

/**
 * `/outbox`: shows the messages that no server delivered. Requires `?token=` (then a cookie); `?format=json` returns
 * data. Mount it only if the host is reachable from its own machine only.
 */
export function createOutboxPage(deps: { database: Database; token: string }): Hono {
  const app = new Hono();
  app.get("/outbox", async (c) => {
    const query = c.req.query("token");
    const given = query ?? getCookie(c, "outbox") ?? "";
    c.header("cache-control", "no-store");
    c.header("referrer-policy", "no-referrer");
    if (!sameKey(given, deps.token))
      return c.text("Open the outbox by the link printed when the host started.", 401);
    if (query) setCookie(c, "outbox", deps.token, { path: "/outbox", httpOnly: true, sameSite: "Strict" });
    const messages = await readOutbox(deps.database, c.req.query("to") ?? null);
    if (c.req.query("format") === "json") return c.json(messages);
    c.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'");
    return c.html(page(messages));
  });
  return app;
}

function page(messages: readonly OutboxMessage[]) {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Outbox</title><meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
article{border:1px solid #8886;border-radius:8px;padding:1rem;margin:1rem 0}header{opacity:.8}
iframe{width:100%;height:22rem;border:0;background:#fff}</style></head>
<body><h1>Outbox</h1>
<p>Emails and SMS that no server delivered, newest first.</p>
${messages.length === 0 ? html`<p>Nothing yet.</p>` : messages.map(article)}
</body></html>`;
}

/** An email's HTML is shown in a frame without scripts or this page's origin; its links open in a new tab. */
function article(message: OutboxMessage) {
  const framed = `<base target="_blank">${message.html}`.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return html`<article>
<header><time>${message.created_at}</time> · ${message.kind} to <strong>${message.recipient}</strong></header>
<h2>${message.subject}</h2>
${
  message.kind === "mail"
    ? raw(`<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>`)
    : html`<p>${message.body}</p>`
}
</article>`;
}
