import { repeatableAccount } from "../_accounts/repeatable-account.ts";
import { callAuth } from "../_http/admin.ts";
import type { Environment } from "../_http/environment.ts";

/** A line as `preview_new_members` reads it. */
export interface CheckedLine {
  outcome: string;
  reason: string | null;
  /** The reason for the page's words. */
  facts: object | null;
  name: string;
  phone: string | null;
  email: string | null;
}

/** What became of a line. `sign_in` and `password` are null unless it was added. */
export interface Added {
  outcome: "added" | "member" | "unusable" | "failed";
  reason: string | null;
  facts: object | null;
  sign_in: string | null;
  password: string | null;
}

const MOST_TRIES = 4;

/** Adds the account of a line. `isNew`: this call made it; an earlier call of the same request did not. */
export async function addMember(
  env: Environment,
  line: CheckedLine,
  purpose: string,
): Promise<Added & { isNew: boolean; id: string }> {
  const signIn = line.email ?? line.phone ?? "";
  const { id, password } = await repeatableAccount(
    env.SUPABASE_SERVICE_ROLE_KEY ?? "",
    `${purpose} ${signIn}`,
  );
  const without = (outcome: Added["outcome"], reason: string | null, facts: object | null) => ({
    ...{ outcome, reason, facts, sign_in: null, password: null, isNew: false, id },
  });
  const added = (isNew: boolean) => ({
    ...{ outcome: "added" as const, reason: null, facts: null, sign_in: signIn, password, isNew, id },
  });
  if (line.outcome === "unusable") return without("unusable", line.reason, line.facts);
  const made = line.outcome === "member" ? null : await create(env, line, id, password);
  if (made?.ok) return added(true);
  // The same request may have added the account before, or at the same time.
  const own = await callAuth(env, "GET", `admin/users/${id}`);
  if (!own.ok && made && made.status !== 422)
    return without("failed", "The account could not be added. Please try again.", {
      kind: "account_not_added",
    });
  if (!own.ok)
    return !made && line.reason
      ? without("member", line.reason, line.facts)
      : without("member", "A member has this phone number or email", { kind: "member_has_contact" });
  const account: { app_metadata?: { temporary_password?: unknown } } = await own.json();
  return account.app_metadata?.temporary_password === true
    ? added(false)
    : without("member", "The account was added before, and its password was changed", {
        kind: "account_was_added_before",
      });
}

/**
 * Like a sign-up: the email identifies the account if there is one, otherwise the phone number. It is confirmed, because the
 * organiser knows the member. Waits while the host has as many passwords to hash as it accepts.
 */
async function create(
  env: Environment,
  { name, phone, email }: CheckedLine,
  id: string,
  password: string,
): Promise<Response> {
  const address = email ? { email, email_confirm: true } : { phone, phone_confirm: true };
  for (let attempt = 1; ; attempt++) {
    const made = await callAuth(env, "POST", "admin/users", {
      ...address,
      id,
      password,
      user_metadata: { full_name: name, ...(phone ? { phone_number: phone } : {}) },
      app_metadata: { temporary_password: true },
    });
    if (made.status !== 503 || attempt === MOST_TRIES) return made;
    const seconds = Number(made.headers.get("retry-after")) || 1;
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 3) * 1_000));
  }
}
