import type { Context } from "hono";
import type { Caller } from "../database/database.ts";
import type { MailCarrier, SmsCarrier } from "../delivery/carriers.ts";
import type { Template, TemplateName } from "../delivery/templates.ts";
import { peerOf } from "../gateway/address.ts";
import type { HostContext } from "../host-context.ts";
import type { Passwords } from "./passwords/password-hashes.ts";

/** What an application changes in the messages of auth. */
export interface MessageHooks {
  /** Values of `.Data` in the templates of an account's emails, beside its metadata. */
  emailData?(metadata: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** The text message of a code, made from the template's text. */
  codeText?(text: string, code: string): string;
}

/** What sign-in needs beside the context that all services have. */
export interface AuthDeps extends HostContext {
  mail: MailCarrier;
  sms: SmsCarrier;
  templates: Record<TemplateName, Template>;
  passwords: Passwords;
  /** "always" requires confirmation even if messages only reach the outbox. */
  confirm?: "when_delivered" | "always";
  messageHooks?: MessageHooks | undefined;
  now?: () => number;
}

/** The role that owns auth's tables on Supabase. The service writes as this role, so that triggers behave the same. */
export const AUTH_ROLE: Caller = { role: "supabase_auth_admin", claims: {} };

/** True if an address of this kind must be confirmed before sign-in. */
export function needsConfirmation(deps: AuthDeps, kind: "email" | "phone"): boolean {
  const { email, sms } = deps.config.auth;
  if (!(kind === "email" ? email : sms).enable_confirmations) return false;
  return deps.confirm === "always" || delivers(deps, kind);
}

/**
 * True if a new email must be confirmed. In GoTrue enable_confirmations covers sign-ups only, so any deliverable change
 * is confirmed. The first email of an anonymous account counts as a sign-up.
 */
export function emailChangeNeedsConfirmation(
  deps: AuthDeps,
  { is_anonymous }: { is_anonymous: boolean },
): boolean {
  if (is_anonymous) return needsConfirmation(deps, "email");
  return deps.confirm === "always" || delivers(deps, "email");
}

function delivers(deps: AuthDeps, kind: "email" | "phone"): boolean {
  if (kind === "email") return deps.mail.delivers;
  return deps.sms.delivers || deps.config.auth.hook.send_sms?.enabled === true;
}

/** The caller's IP address as the gateway determines it. */
export function clientIp(c: Context, deps: AuthDeps): string {
  return deps.gateway.address(c.req.raw.headers, peerOf(c.env));
}

/** The current time in milliseconds since 1970. */
export function nowOf(deps: AuthDeps): number {
  return (deps.now ?? Date.now)();
}
