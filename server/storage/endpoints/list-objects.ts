import { z } from "zod";
import { rowObjects } from "../../database/rows.ts";
import type { Endpoint } from "../endpoint.ts";
import { bucketName } from "../objects/names.ts";
import { readBody } from "../request-body.ts";
import { requireCaller } from "../require-caller.ts";
import { isoTime } from "../timestamps.ts";

const COLUMNS = ["name", "updated_at", "created_at", "last_accessed_at"] as const;

/** The maximum list size, as in Supabase's storage.search. Larger limits are reduced to it. */
const MAX_ENTRIES = 1500;

const schema = z.object({
  prefix: z.string().default(""),
  limit: z
    .int()
    .min(1)
    .default(100)
    .transform((limit) => Math.min(limit, MAX_ENTRIES)),
  offset: z.int().min(0).default(0),
  search: z.string().nullish(),
  sortBy: z
    .object({ column: z.enum(COLUMNS).default("name"), order: z.enum(["asc", "desc"]).default("asc") })
    .default({ column: "name", order: "asc" }),
});

/**
 * POST /object/list/:bucket: the direct entries of the folder `prefix`. Folders come first, sorted by name and with no
 * other fields. `search` matches the beginning of a name and ignores case.
 */
export const listObjects: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const bucket = bucketName(c.req.param("bucket") ?? "");
  const { prefix, limit, offset, search, sortBy } = await readBody(c, schema);
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const [result] = await deps.database.run(caller, [
    {
      text: listing(sortBy.column, sortBy.order),
      params: [bucket, folder, search ?? "", String(limit), String(offset)],
    },
  ]);
  return c.json(rowObjects(result));
};

function listing(column: (typeof COLUMNS)[number], order: "asc" | "desc"): string {
  const byName = `e.name collate "C" ${order}`;
  return `
    with found as (
      select o.*, substr(o.name, length($2) + 1) as rest from storage.objects o
       where o.bucket_id = $1 and starts_with(o.name, $2)
         and starts_with(lower(substr(o.name, length($2) + 1)), lower($3)) and o.name <> $2
    ), entries as (
      select distinct 0 as kind, split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
             null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
        from found where strpos(rest, '/') > 0
      union all
      select 1, rest, id, updated_at, created_at, last_accessed_at, metadata
        from found where strpos(rest, '/') = 0
    )
    select name, id, ${isoTime("e.updated_at")} as updated_at, ${isoTime("e.created_at")} as created_at,
           ${isoTime("e.last_accessed_at")} as last_accessed_at, metadata
      from entries e
     order by kind, ${column === "name" ? "" : `e.${column} ${order},`} ${byName}
     limit $4::int offset $5::int`;
}
