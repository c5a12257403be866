import { type Channel, RefusedError } from "../../delivery/carriers.ts";
import { fill, plainText, type TemplateName, type TemplateValues } from "../../delivery/templates.ts";
import type { User } from "../accounts/users.ts";
import { AUTH_ROLE, type AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { runHook } from "../hooks.ts";
import type { Secret } from "../verification/one-time-tokens.ts";

/** The `type` of a /verify link, as in GoTrue's emails. */
export type LinkType = "signup" | "recovery" | "magiclink" | "email_change" | "invite" | "reauthentication";

export interface EmailMessage {
  template: TemplateName;
  type: LinkType;
  to: string;
  secret: Secret;
  redirectTo: string;
  user: Pick<User, "email" | "user_metadata">;
  newEmail?: string;
  /** True if the request waits for the server, whose refusal then fails it. See docs/decisions/0032-waiting-for-carriers.md. */
  waits?: boolean;
}

/**
 * Sends an email, or stores it to be sent (see delivery-queue.ts). Failures are logged, because a request without a
 * session must not reveal whether an address has an account. Throws email_address_invalid (400) if the caller waits.
 */
export function sendEmail(deps: AuthDeps, email: EmailMessage): Promise<void> {
  const { subject, html } = deps.templates[email.template];
  const metadata = email.user.user_metadata;
  const values: TemplateValues = {
    ConfirmationURL: verificationUrl(deps, email.secret.link, email.type, email.redirectTo),
    Token: email.secret.code,
    TokenHash: email.secret.link,
    SiteURL: deps.siteUrl,
    Email: email.user.email,
    NewEmail: email.newEmail ?? "",
    RedirectTo: email.redirectTo,
    Data: { ...metadata, ...deps.messageHooks?.emailData?.(metadata) },
  };
  const body = fill(html, values, "html");
  // A line break in the subject would inject a header.
  const line = fill(subject, values, "text").replace(/[\r\n]+/g, " ");
  const sent = deps.mail.send(
    { to: email.to, subject: line, html: body, text: plainText(body) },
    email.waits ?? false,
  );
  if (!email.waits) return logFailure(deps, sent);
  const message = `Email address "${email.to}" is invalid`;
  return failIfRefused(deps, sent, new AuthError(400, "email_address_invalid", message));
}

/** The URL of the button in an email. */
export function verificationUrl(deps: AuthDeps, link: string, type: LinkType, redirectTo: string): string {
  const url = new URL(`${deps.apiUrl}/auth/v1/verify`);
  url.searchParams.set("token", link);
  url.searchParams.set("type", type);
  url.searchParams.set("redirect_to", redirectTo);
  return url.toString();
}

/**
 * Sends a code by SMS or through the hook send_sms. `phone` has no plus, as in auth.users. Numbers of auth.sms.test_otp
 * receive nothing. `waits` is as in EmailMessage; the error is sms_send_failed (422).
 */
export function sendSmsCode(
  deps: AuthDeps,
  user: Pick<User, "json">,
  phone: string,
  code: string,
  channel: Channel = "sms",
  waits = false,
): Promise<void> {
  const { test_otp, template } = deps.config.auth.sms;
  if (test_otp[phone] !== undefined) return Promise.resolve();
  return sendSms(deps, user, { phone, code, template, channel, waits });
}

/**
 * Sends the code of a second factor, with its own template, and waits for the carrier. Test numbers receive it too.
 * Throws sms_send_failed (422).
 */
export function sendFactorCode(
  deps: AuthDeps,
  user: Pick<User, "json">,
  phone: string,
  code: string,
  channel: Channel,
): Promise<void> {
  const { template } = deps.config.auth.mfa.phone;
  return sendSms(deps, user, { phone, code, template, channel, type: "mfa", waits: true });
}

/** The requested channel, "sms" by default. Throws validation_failed (400) for a channel that no carrier supports. */
export function requireChannel(deps: AuthDeps, asked: string): Channel {
  const channel = asked || "sms";
  const known = channel === "sms" || channel === "whatsapp";
  const sends = deps.config.auth.hook.send_sms?.enabled || deps.sms.channels.some((one) => one === channel);
  if (known && sends) return channel;
  const message =
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' needs Twilio or a hook";
  throw new AuthError(400, "validation_failed", message);
}

interface CodeMessage {
  phone: string;
  code: string;
  template: string;
  channel: Channel;
  waits: boolean;
  /** The purpose that is passed to the hook. */
  type?: "mfa";
}

function sendSms(
  deps: AuthDeps,
  { json }: Pick<User, "json">,
  { phone, code, template, channel, type, waits }: CodeMessage,
): Promise<void> {
  if (deps.config.auth.hook.send_sms?.enabled) {
    // The number is passed separately, because the user's own number may be the one before a change.
    const payload = { user: json, sms: { otp: code, phone, ...(type ? { sms_type: type } : {}) } };
    const sent = deps.database.transaction(AUTH_ROLE, (tx) => runHook(tx, deps, "send_sms", payload));
    if (waits) return sent.then(() => undefined);
    // Does not wait for the hook, so that the response time is the same whether or not the number has an account.
    void logFailure(deps, sent);
    return Promise.resolve();
  }
  const text = fill(template, { Code: code, Token: code, SiteURL: deps.siteUrl }, "text");
  const body = deps.messageHooks?.codeText?.(text, code) ?? text;
  const sent = deps.sms.send({ to: `+${phone}`, body, channel }, waits);
  if (!waits) return logFailure(deps, sent);
  const message = `Error sending ${type ?? "confirmation"} OTP to provider: the number was refused`;
  return failIfRefused(deps, sent, new AuthError(422, "sms_send_failed", message));
}

/** Throws `refusal` if the server refused the message for good. Other failures are logged, and tried again later. */
async function failIfRefused(deps: AuthDeps, sent: Promise<unknown>, refusal: AuthError): Promise<void> {
  try {
    await sent;
  } catch (error) {
    deps.log?.("message not sent", error);
    if (error instanceof RefusedError) throw refusal;
  }
}

async function logFailure(deps: AuthDeps, sent: Promise<unknown>): Promise<void> {
  await sent.catch((error: unknown) => deps.log?.("message not sent", error));
}
