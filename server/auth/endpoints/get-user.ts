import type { Context } from "hono";
import type { AuthDeps } from "../deps.ts";
import { requireSession } from "../sessions/require-session.ts";

/** GET /user: the account of the bearer token while its session is open. */
export async function getUser(c: Context, deps: AuthDeps): Promise<Response> {
  const { user } = await requireSession(c, deps);
  return c.json(user.json);
}
