import { unlessAdmin } from "../_http/admin.ts";
import { answer, refuse, unlessPost } from "../_http/answers.ts";
import { callAsService } from "../_http/database.ts";
import { emailPage } from "../_http/email-page.ts";
import type { Environment, Handler } from "../_http/environment.ts";
import { languageOf } from "../_http/language.ts";
import { send } from "../_http/outgoing.ts";
import { EmailError, openMailer } from "../send-messages/email.ts";
import type { Email } from "../send-messages/email-content.ts";
import { speechOf } from "../send-messages/speech.ts";

/**
 * POST sends a test email to the calling admin's own address. Answers { outcome, to, milliseconds, reason }. outcome: "sent"
 * (the mail server took it), "outbox" (the host has no mail server) or "failed" with the mail server's words as the
 * reason, otherwise null. Refuses 400 email_needed if the account has no email. The audit log has the outcome.
 */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const refused = await unlessAdmin(request, env, "send-test-email");
  if (refused) return refused;
  const { id, email: to, language } = await callerOf(request, env);
  if (to === "") return refuse(400, "email_needed", "Your account has no email address");
  const began = performance.now();
  const reason = await failureOf(testEmail(to, language, env), env);
  const outcome = reason !== null ? "failed" : env.SMTP_URL ? "sent" : "outbox";
  await callAsService(env, "note_test_email", { _admin_id: id, _outcome: outcome });
  return answer({ outcome, to, milliseconds: Math.round(performance.now() - began), reason });
};

/** Sends the email. Null, or why it was not sent. */
async function failureOf(email: Email, env: Environment): Promise<string | null> {
  const mailer = openMailer(env);
  try {
    await mailer.send(email);
    return null;
  } catch (error) {
    if (error instanceof EmailError) return error.message;
    throw error;
  } finally {
    mailer.close();
  }
}

function testEmail(to: string, chosen: unknown, env: Environment): Email {
  const language = languageOf(chosen, env);
  const { words } = speechOf(language);
  const club = env.CLUB_NAME ?? "Scoreline";
  const title = words.testEmailTitle;
  const body = words.testEmailBody({ club });
  const site = env.SITE_URL ?? "";
  const host = URL.canParse(site) ? new URL(site).hostname : "localhost";
  return {
    to,
    subject: `${title}: ${club}`,
    text: `${body}\n\n${site}/\n`,
    html: emailPage({ language, title, words: escaped(body), smallPrint: escaped(club) }),
    messageId: `<test.${crypto.randomUUID()}@${host}>`,
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The signed-in admin; without id and email for the secret key. */
async function callerOf(request: Request, env: Environment) {
  const response = await send(`${env.SUPABASE_URL}/auth/v1/user`, {
    headers: {
      apikey: env.SUPABASE_ANON_KEY ?? "",
      authorization: request.headers.get("authorization") ?? "",
    },
  });
  const { id, email, user_metadata }: Record<string, unknown> = response.ok ? await response.json() : {};
  return {
    id: typeof id === "string" ? id : null,
    email: typeof email === "string" ? email : "",
    language: Reflect.get(Object(user_metadata), "language") as unknown,
  };
}
