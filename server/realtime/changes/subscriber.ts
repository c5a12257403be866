import type { Caller } from "../../database/database.ts";
import type { Frame, Version } from "../protocol.ts";
import type { Binding } from "./bindings.ts";

/** A joined channel, as the sender of changes sees it. */
export interface Subscriber {
  readonly topic: string;
  readonly version: Version;
  readonly bindings: readonly Binding[];
  /** Equal for equal bindings. */
  readonly bindingsKey: string;
  readonly caller: Caller;
  /** Equal for callers whom no policy can tell apart: role and claims, but for when and where the token was issued. */
  readonly identity: string;
  send(frame: Frame): void;
}

/** See `Subscriber.identity`. */
export function identityOf({ role, claims }: Caller): string {
  const { exp: _exp, iat: _iat, session_id: _session, amr: _amr, jti: _jti, ...rest } = claims;
  return `${role} ${JSON.stringify(rest)}`;
}
