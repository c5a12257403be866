import type { Context } from "hono";
import { LOG_TYPES } from "../../audit.ts";
import type { AuthDeps } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { requireAdmin } from "../../sessions/require-session.ts";
import { requestedPage } from "./paging.ts";

/** The scopes of `query` and the payload fields each one searches. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  author: ["actor_username", "actor_name"],
  action: ["action"],
  type: ["log_type"],
};

/** The entries, completed with the actor's current name and the action's log type, which are not stored. */
const LINES = `from auth.audit_log_entries as line
  left join auth.users as actor on actor.id = case
    when line.payload ->> 'actor_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (line.payload ->> 'actor_id')::uuid end
  cross join lateral (select jsonb_strip_nulls(jsonb_build_object(
    'actor_username', coalesce(nullif(actor.email, ''), actor.phone, ''),
    'actor_name', actor.raw_user_meta_data ->> 'full_name',
    'actor_via_sso', coalesce(actor.is_sso_user, false),
    'log_type', $1::jsonb ->> (line.payload ->> 'action')
  )) || line.payload::jsonb as payload) as whole
  where $2 = '' or exists (
    select from jsonb_array_elements_text($3::jsonb) as name where strpos(lower(whole.payload ->> name), lower($2)) > 0)`;

/**
 * GET /admin/audit?page&per_page&query: newest first. `query` is author:, action: or type: followed by a part of the
 * value.
 */
export async function readAudit(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const page = requestedPage(c);
  const { columns, part } = scopeOf(c.req.query("query") ?? "");
  const params = [JSON.stringify(LOG_TYPES), part, JSON.stringify(columns)];
  const [counted] = await deps.database.query<{ total: number }>(
    `select count(*)::int as total ${LINES}`,
    params,
  );
  const lines = await deps.database.query(
    `select line.id::text, whole.payload, host.rfc3339(line.created_at) as created_at, line.ip_address ${LINES}
     order by line.created_at desc, line.id limit $4::bigint offset $5::bigint`,
    [...params, ...page.range],
  );
  page.answer(counted?.total ?? 0);
  return c.json(lines);
}

/** Throws validation_failed (400). */
function scopeOf(query: string): { columns: readonly string[]; part: string } {
  if (query === "") return { columns: [], part: "" };
  const [, scope = "", part = ""] = /^([^:]*):(.*)$/s.exec(query) ?? [];
  const columns = Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : undefined;
  if (columns) return { columns, part };
  throw new AuthError(400, "validation_failed", `Invalid query scope: ${query}`);
}
