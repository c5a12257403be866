/** Refusals by the database that the host logs as security events. */
import type { Caller } from "../database/database.ts";
import { peerOf } from "./address.ts";
import type { GatewayDeps } from "./caller.ts";
import type { RequestHead } from "./http/request-head.ts";

/** Which caller was refused what, by a stable code. Never contains what the caller sent. */
export interface SecurityEvent {
  /** 42501 (insufficient_privilege), or a SQLSTATE of a class that PostgreSQL does not use. */
  code: string;
  role: string;
  user: string | null;
  address: string | null;
  method: string;
  path: string;
}

/** True for a SQLSTATE of the project's own. PostgreSQL's classes after I are P0, HV and XX, so S to W are free. */
export function isProjectCode(code: string): boolean {
  return /^[S-W]/.test(code);
}

/** True for refusals by row-level security, a missing privilege or a rule of the project. */
export function isSecurityEvent(code: string): boolean {
  return code === "42501" || isProjectCode(code);
}

/** Describes the refusal of a request. `caller` is undefined before the request's credentials are checked. */
export function securityEvent(
  { method, url, headers }: RequestHead,
  env: unknown,
  code: string,
  caller: Caller | undefined,
  gateway: GatewayDeps,
): SecurityEvent {
  return {
    code,
    role: caller?.role ?? "anon",
    user: typeof caller?.claims.sub === "string" ? caller.claims.sub : null,
    address: gateway.address(headers, peerOf(env)) || null,
    method,
    path: new URL(url).pathname,
  };
}
