import { unlessAdmin } from "../_http/admin.ts";
import { answer, readObject, refuse, unlessPost } from "../_http/answers.ts";
import { callAsService } from "../_http/database.ts";
import type { Environment, Handler } from "../_http/environment.ts";
import { send } from "../_http/outgoing.ts";
import { type Added, addMember, type CheckedLine } from "./add-member.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** As many as hash their passwords in about a second, so that sign-ins do not wait for a long list. */
const MOST = 10;

/**
 * POST { requestKey, members: [{ name, phone, email }] } adds 1 to 10 members, for an admin: each gets a confirmed account
 * with a temporary password that must be changed. Answers { members: [{ outcome, reason, facts, sign_in, password }] } in the order of
 * the request, the only place where the passwords appear. outcome: "added", "member" (there is an account already),
 * "unusable" or "failed". A repeat of the request adds no second account and returns the same passwords while they
 * are valid. A line that cannot be added does not stop the others.
 */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const body = await readObject(request);
  const refused = await unlessAdmin(request, env, "add-members");
  if (refused) return refused;
  const requestKey = typeof body?.requestKey === "string" ? body.requestKey : "";
  const members: unknown = body?.members;
  if (!UUID.test(requestKey) || !Array.isArray(members) || members.length < 1 || members.length > MOST)
    return refuse(400, "validation_failed", `A request key and 1 to ${MOST} members are needed`);
  const adminId = await callerId(request, env);
  const answers: Added[] = [];
  const addedIds: string[] = [];
  try {
    for (const line of await check(env, members)) {
      const { isNew, id, ...result } = await addMember(env, line, `${adminId} ${requestKey}`);
      if (isNew) addedIds.push(id);
      answers.push(result);
    }
  } finally {
    // Also if the list ends early, because the audit log names each account that was added.
    if (addedIds.length > 0)
      await callAsService(env, "note_added_members", { _user_ids: addedIds, _admin_id: adminId });
  }
  return answer({ members: answers });
};

/** The lines as the database reads them: names and phone numbers in their stored form, and who is a member already. */
async function check(env: Environment, members: readonly unknown[]): Promise<readonly CheckedLine[]> {
  const rows = await callAsService(env, "preview_new_members", { _members: members });
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return rows.map((row) => ({
    outcome: text(row.outcome) ?? "unusable",
    reason: text(row.reason),
    facts: typeof row.facts === "object" ? row.facts : null,
    name: text(row.full_name) ?? "",
    phone: text(row.phone_number),
    email: text(row.email),
  }));
}

/** The id of the signed-in admin; null for the secret key. */
async function callerId(request: Request, env: Environment): Promise<string | null> {
  const response = await send(`${env.SUPABASE_URL}/auth/v1/user`, {
    headers: {
      apikey: env.SUPABASE_ANON_KEY ?? "",
      authorization: request.headers.get("authorization") ?? "",
    },
  });
  if (!response.ok) return null;
  const { id }: { id?: unknown } = await response.json();
  return typeof id === "string" ? id : null;
}
