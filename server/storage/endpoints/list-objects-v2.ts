import { z } from "zod";
import { rowObjects } from "../../database/rows.ts";
import type { Endpoint } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { bucketName } from "../objects/names.ts";
import { readBody } from "../request-body.ts";
import { requireCaller } from "../require-caller.ts";
import { isoTime } from "../timestamps.ts";

/** The maximum page size, as in Supabase Storage. Larger limits are reduced to it. */
const MAX_PAGE = 1000;

const schema = z.object({
  prefix: z.string().default(""),
  limit: z
    .int()
    .min(1)
    .default(MAX_PAGE)
    .transform((limit) => Math.min(limit, MAX_PAGE)),
  cursor: z.string().max(8192).nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z
    .object({
      column: z.enum(["name", "updated_at", "created_at"]).default("name"),
      order: z.enum(["asc", "desc"]).default("asc"),
    })
    .default({ column: "name", order: "asc" }),
});

/** The end of a page: the sort key and the name of its last entry. */
const cursorSchema = z.object({ key: z.string(), name: z.string() });

interface Entry {
  name: string;
  id: string | null;
  sort_key: string;
}

/** POST /object/list-v2/:bucket: a page of names that begin with `prefix`. `with_delimiter` groups them by folder. */
export const listObjectsV2: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const bucket = bucketName(c.req.param("bucket") ?? "");
  const { prefix, limit, cursor, with_delimiter, sortBy } = await readBody(c, schema);
  const after = cursor ? readCursor(cursor) : null;
  const [result] = await deps.database.run(caller, [
    {
      text: page(sortBy.column, sortBy.order),
      params: [
        bucket,
        prefix,
        String(with_delimiter === true),
        after?.key ?? null,
        after?.name ?? null,
        String(limit + 1),
      ],
    },
  ]);
  const entries = rowObjects<Entry>(result);
  const shown = entries.slice(0, limit);
  const last = shown.at(-1);
  const hasNext = entries.length > limit;
  return c.json({
    hasNext,
    folders: shown
      .filter(({ id }) => id === null)
      .map(({ name }) => ({ key: name.replace(/\/$/, ""), name })),
    objects: shown.filter(({ id }) => id !== null).map(({ sort_key: _, ...object }) => object),
    ...(hasNext && last ? { nextCursor: writeCursor(last) } : {}),
  });
};

/** Folders have no timestamps. When sorted by one, they share a key below all others. */
function page(column: "name" | "updated_at" | "created_at", order: "asc" | "desc"): string {
  const key = column === "name" ? "''" : `to_char(${column} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`;
  return `
    with found as (
      select o.*, substr(o.name, length($2) + 1) as rest from storage.objects o
       where o.bucket_id = $1 and starts_with(o.name, $2)
    ), entries as (
      select distinct $2 || split_part(rest, '/', 1) || '/' as name, null::uuid as id, null::timestamptz as updated_at,
             null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata,
             '' as sort_key
        from found where $3::boolean and strpos(rest, '/') > 0
      union all
      select name, id, updated_at, created_at, last_accessed_at, metadata, ${key}
        from found where not ($3::boolean and strpos(rest, '/') > 0)
    )
    select e.name, e.id, ${isoTime("e.updated_at")} as updated_at, ${isoTime("e.created_at")} as created_at,
           ${isoTime("e.last_accessed_at")} as last_accessed_at, e.metadata, e.sort_key
      from entries e
     where $4::text is null
        or (e.sort_key collate "C", e.name collate "C") ${order === "asc" ? ">" : "<"} ($4::text, $5::text)
     order by e.sort_key collate "C" ${order}, e.name collate "C" ${order}
     limit $6::int`;
}

function writeCursor({ sort_key: key, name }: Entry): string {
  return Buffer.from(JSON.stringify({ key, name })).toString("base64url");
}

function readCursor(text: string): z.infer<typeof cursorSchema> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw new StorageError("invalid_request", "body/cursor is invalid");
  }
}
