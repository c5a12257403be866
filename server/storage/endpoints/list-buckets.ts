import { z } from "zod";
import { rowObjects } from "../../database/rows.ts";
import type { Endpoint, StorageContext } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { BUCKET_COLUMNS } from "../objects/buckets.ts";
import { bucketName } from "../objects/names.ts";
import { requireCaller } from "../require-caller.ts";
import { invalidInput } from "../validation.ts";

const schema = z.object({
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(["id", "name", "created_at", "updated_at"]).default("name"),
  sortOrder: z.enum(["asc", "desc"]).default("asc"),
  search: z.string().default(""),
});

/** GET /bucket: the buckets that the caller may see. `search` matches a part of the name and ignores case. */
export const listBuckets: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const query = schema.safeParse(c.req.query());
  if (!query.success) throw invalidInput("querystring", query.error);
  const { limit, offset, sortColumn, sortOrder, search } = query.data;
  const [result] = await deps.database.run(caller, [
    {
      text: `select ${BUCKET_COLUMNS} ${understandsTypes(c) ? ", type::text" : ""} from storage.buckets b where strpos(lower(b.name), lower($1)) > 0
              order by b.${sortColumn} ${sortOrder}, b.id limit $2::int offset $3::int`,
      params: [search, limit === undefined ? null : String(limit), String(offset)],
    },
  ]);
  return c.json(rowObjects(result));
};

/** The clients that fail on a bucket with a type, and the first version of each that does not. */
const WITHOUT_TYPES: readonly [RegExp, readonly [number, number, number]][] = [
  [/supabase-py\/storage3 v(\d+)\.(\d+)\.(\d+)/i, [0, 12, 1]],
  [/supabase-py\/(\d+)\.(\d+)\.(\d+)/i, [2, 18, 0]],
];

function understandsTypes(c: StorageContext): boolean {
  const client = `${c.req.header("user-agent")} ${c.req.header("x-client-info")}`;
  return WITHOUT_TYPES.every(([pattern, first]) => {
    const version = pattern.exec(client)?.slice(1).map(Number);
    if (!version) return true;
    const differs = first.findIndex((part, index) => part !== version[index]);
    return differs < 0 || (version[differs] ?? 0) > (first[differs] ?? 0);
  });
}

/** GET /bucket/:bucket. As in Supabase Storage, without the bucket's type. */
export const getBucket: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const text = `select ${BUCKET_COLUMNS} from storage.buckets where id = $1`;
  const [result] = await deps.database.run(caller, [
    { text, params: [bucketName(c.req.param("bucket") ?? "")] },
  ]);
  const [bucket] = rowObjects(result);
  if (!bucket) throw new StorageError("bucket_not_found");
  return c.json(bucket);
};
