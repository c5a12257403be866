import type { User } from "@supabase/auth-js";
import { backend } from "../../backend/connection/client.ts";
import { codeOf } from "../../backend/connection/error-kinds.ts";
import { isUnanswered } from "../../backend/offline/or-cached-answer.ts";

/** The new password of a change that got no answer. The server may have stored it. */
let unanswered: string | null = null;

/**
 * Changes the password of the signed-in account. `nonce`: the code that an older session needs; otherwise empty. A change that
 * is repeated after its answer was lost succeeds. Resolves to the account, or to null if only the first answer had it. Throws the
 * auth service's error.
 */
export async function changePassword(password: string, nonce = ""): Promise<User | null> {
  const { data, error } = await (await backend().auth()).updateUser({
    password,
    ...(nonce ? { nonce } : {}),
  });
  const isStored = unanswered === password && codeOf(error) === "same_password";
  unanswered = error && isUnanswered(error) ? password : null;
  if (error && !isStored) throw error;
  return data.user;
}
