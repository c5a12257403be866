import type { Context } from "hono";
import type { Config } from "../config/config.ts";
import type { Caller, Database } from "../database/database.ts";
import type { MailCarrier, SmsCarrier } from "../delivery/carriers.ts";
import type { Template, TemplateName } from "../delivery/templates.ts";
import { peerOf } from "../gateway/address.ts";
import type { GatewayDeps } from "../gateway/caller.ts";
import type { Passwords } from "./passwords/password-hashes.ts";

export interface AuthDeps {
  database: Database;
  gateway: GatewayDeps;
  config: Config;
  /** Where the host is reached, without a trailing slash: links in mails and the issuer of tokens start with it. */
  siteUrl: string;
  mail: MailCarrier;
  sms: SmsCarrier;
  templates: Record<TemplateName, Template>;
  passwords: Passwords;
  /** "always" asks for a confirmation even where only the outbox carries it. */
  confirm?: "when_delivered" | "always";
  /** Told of failures that the caller must not see; never given a token, code or password. */
  log?: (event: string, error: unknown) => void;
  now?: () => number;
}

/** Auth's tables are written by the role that owns them on Supabase, so that triggers behave the same. */
export const AUTH_ROLE: Caller = { role: "supabase_auth_admin", claims: {} };

/** Does an address of this kind need a confirmation before it may sign in? */
export function needsConfirmation(deps: AuthDeps, kind: "email" | "phone"): boolean {
  const { email, sms } = deps.config.auth;
  if (!(kind === "email" ? email : sms).enable_confirmations) return false;
  return deps.confirm === "always" || delivers(deps, kind);
}

/**
 * Another email is confirmed wherever a mail arrives: as upstream, enable_confirmations is about sign-ups alone, and
 * the first email of an anonymous account is one.
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

/** The caller's network address, as the gateway sees it. */
export function clientIp(c: Context, deps: AuthDeps): string {
  return deps.gateway.address(c.req.raw.headers, peerOf(c.env));
}

/** Milliseconds since 1970. */
export function nowOf(deps: AuthDeps): number {
  return (deps.now ?? Date.now)();
}
