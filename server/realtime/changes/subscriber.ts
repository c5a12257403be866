import type { Caller } from "../../database/database.ts";
import type { Frame, Version } from "../protocol.ts";
import type { Binding } from "./bindings.ts";

/** A joined channel as the change feed sees it. */
export interface Subscriber {
  readonly topic: string;
  readonly version: Version;
  readonly bindings: readonly Binding[];
  /** Equal for equal bindings. */
  readonly bindingsKey: string;
  readonly caller: Caller;
  /**
   * Equal for callers that no policy can distinguish: the role and the claims, without those about when the token was
   * issued. A session may have ended while another session of the account is open.
   */
  readonly identity: string;
  send(frame: Frame): void;
}

/** See `Subscriber.identity`. */
export function identityOf({ role, claims }: Caller): string {
  const { exp: _exp, iat: _iat, jti: _jti, ...rest } = claims;
  return `${role} ${JSON.stringify(rest)}`;
}
