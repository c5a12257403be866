import { randomUUID } from "node:crypto";
import { DatabaseError, type Queryable } from "../../database/database.ts";
import { type AuthDeps, nowOf } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { runHook } from "../hooks.ts";
import type { Identifier } from "./identifiers.ts";
import type { NewIdentity } from "./identities.ts";
import { insertUser, type User } from "./users.ts";

export interface NewAccount {
  /** Null for an anonymous one. */
  address: Identifier | null;
  /** Null for one that signs in by codes alone. */
  passwordHash: string | null;
  userMetadata: Readonly<Record<string, unknown>>;
  /** Who it is elsewhere, for an account that another house vouches for. */
  external?: NewIdentity;
  /** The caller's network address, which the hook is told. */
  from: string;
}

/** Throws email_provider_disabled or phone_provider_disabled (400) where that kind may not sign up. */
export function refuseDisabledProvider(address: Identifier, deps: AuthDeps): void {
  const { email, sms } = deps.config.auth;
  if (address.kind === "email" && !email.enabled) {
    throw new AuthError(400, "email_provider_disabled", "Email signups are disabled");
  }
  if (address.kind === "phone" && !sms.enabled) {
    throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  }
}

/** Asks the hook before_user_created, then makes the account, unconfirmed. Throws what the hook answers. */
export async function createAccount(tx: Queryable, deps: AuthDeps, account: NewAccount): Promise<User> {
  const { address, passwordHash, userMetadata, external, from } = account;
  const id = randomUUID();
  await runHook(tx, deps, "before_user_created", {
    metadata: {
      uuid: randomUUID(),
      time: new Date(nowOf(deps)).toISOString(),
      name: "before-user-created",
      ip_address: from,
    },
    user: unsavedUser(id, address, { ...userMetadata, ...external?.data }, external?.provider),
  });
  return insertUser(tx, {
    id,
    email: address?.kind === "email" ? address.value : null,
    phone: address?.kind === "phone" ? address.value : null,
    passwordHash,
    userMetadata,
    external,
  });
}

/** What the hook is shown, and what stands in for an account that must not be revealed: a user that is not stored. */
export function unsavedUser(
  id: string,
  address: Identifier | null,
  data: Readonly<Record<string, unknown>>,
  provider: string | undefined = address?.kind,
) {
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: address?.kind === "email" ? address.value : "",
    phone: address?.kind === "phone" ? address.value : "",
    app_metadata: provider ? { provider, providers: [provider] } : {},
    user_metadata: data,
    identities: [],
    created_at: "0001-01-01T00:00:00Z",
    updated_at: "0001-01-01T00:00:00Z",
    is_anonymous: provider === undefined,
  };
}

/** A fixed code for the numbers of the setting auth.sms.test_otp. */
export function testCode(address: Identifier, deps: AuthDeps): { code?: string } {
  const code = address.kind === "phone" ? deps.config.auth.sms.test_otp[address.value] : undefined;
  return code === undefined ? {} : { code };
}

/** Null when another sign-up took the address or identity meanwhile. A trigger that refuses the account is told in upstream's words. */
export async function nullIfTaken<T>(deps: AuthDeps, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (error.code === "23505" && /^(users|identities)_/.test(error.constraint ?? "")) return null;
    deps.log?.("sign-up", error);
    throw new AuthError(500, "unexpected_failure", "Database error saving new user");
  }
}
