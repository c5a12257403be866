import { randomUUID } from "node:crypto";
import { DatabaseError, isOutage, type Queryable } from "../../database/database.ts";
import { AUTH_ROLE, type AuthDeps, nowOf } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { runHook } from "../hooks.ts";
import type { Identifier } from "./identifiers.ts";
import type { NewIdentity } from "./identities.ts";
import { insertUser, type User } from "./users.ts";

export interface NewAccount {
  /** Null for an anonymous account. */
  address: Identifier | null;
  /** Null for an account that signs in by one-time codes only. */
  passwordHash: string | null;
  userMetadata: Readonly<Record<string, unknown>>;
  /** True for an invitation or link by an admin. See NewUser. */
  byAdmin?: boolean;
  /** The identity at an external provider, if the account is created by one. */
  external?: NewIdentity;
  /** The caller's IP address, passed to the hook. */
  ip: string;
}

/** Throws email_provider_disabled or phone_provider_disabled (400) if sign-up by this kind of address is disabled. */
export function refuseDisabledProvider(address: Identifier, deps: AuthDeps): void {
  const { email, sms } = deps.config.auth;
  if (address.kind === "email" && !email.enabled) {
    throw new AuthError(400, "email_provider_disabled", "Email signups are disabled");
  }
  if (address.kind === "phone" && !sms.enabled) {
    throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  }
}

/** Runs the hook before_user_created, then creates an unconfirmed account. Throws the hook's error. */
export async function createAccount(tx: Queryable, deps: AuthDeps, account: NewAccount): Promise<User> {
  const { address, passwordHash, userMetadata, external, byAdmin, ip } = account;
  const id = randomUUID();
  await runHook(tx, deps, "before_user_created", {
    metadata: {
      uuid: randomUUID(),
      time: new Date(nowOf(deps)).toISOString(),
      name: "before-user-created",
      ip_address: ip,
    },
    user: unsavedUser(id, address, { ...userMetadata, ...external?.data }, external?.provider),
  });
  return insertUser(tx, {
    id,
    email: address?.kind === "email" ? address.value : null,
    phone: address?.kind === "phone" ? address.value : null,
    passwordHash,
    userMetadata,
    byAdmin,
    external,
  });
}

/** A user that is not stored: the payload of the hook, and the answer that hides whether an address has an account. */
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

/** The fixed code of a number in the setting auth.sms.test_otp. */
export function testCode(address: Identifier, deps: AuthDeps): { code?: string } {
  const code = address.kind === "phone" ? deps.config.auth.sms.test_otp[address.value] : undefined;
  return code === undefined ? {} : { code };
}

/**
 * Returns null if a concurrent sign-up took the address or identity. Other database errors, such as those of a trigger,
 * get GoTrue's message.
 */
export async function nullIfTaken<T>(deps: AuthDeps, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError) || isOutage(error)) throw error;
    if (error.code === "23505" && /^(users|identities)_/.test(error.constraint ?? "")) return null;
    deps.log?.("sign-up", error);
    throw new AuthError(500, "unexpected_failure", "Database error saving new user");
  }
}

/**
 * Removes a new account if its first message fails, as GoTrue does. Otherwise the name, number and password of a mistyped
 * address would be kept, and a second sign-up with the same phone number would be refused.
 */
export async function removeIfRefused(deps: AuthDeps, id: string, sent: Promise<void>): Promise<void> {
  try {
    await sent;
  } catch (refusal) {
    await deps.database.transaction(AUTH_ROLE, (tx) =>
      tx.query(
        "delete from auth.users where id = $1::uuid and email_confirmed_at is null and phone_confirmed_at is null",
        [id],
      ),
    );
    throw refusal;
  }
}
