import type { UserIdentity } from "@supabase/supabase-js";
import { backend } from "../../../backend/connection/client.ts";

/** Throws the auth service's error. */
export async function unlinkIdentity(identity: UserIdentity): Promise<void> {
  const { error } = await (await backend().auth()).unlinkIdentity(identity);
  if (error) throw error;
}
