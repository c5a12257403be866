import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { isTypePattern } from "../objects/media-types.ts";
import { bucketName } from "../objects/names.ts";
import { bucketSizeLimit } from "../objects/upload-limits.ts";
import { readBody } from "../request-body.ts";
import { ownerOf, requireCaller } from "../require-caller.ts";

const settings = {
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).max(200).nullish(),
};
const creation = z.object({
  id: z.string().nullish(),
  name: z.string(),
  type: z.literal("STANDARD", { error: "only STANDARD buckets are supported" }).nullish(),
  ...settings,
});
const change = z.object(settings);

/** POST /bucket. */
export const createBucket: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const body = await readBody(c, creation);
  const name = bucketName(body.name);
  await deps.database.run(caller, [
    {
      text: `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner_id, owner)
             values ($1, $2, $3::boolean, $4::bigint, (select array_agg(value) from jsonb_array_elements_text($5::jsonb)), $6,
               case when $6 ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then $6::uuid end)`,
      params: [
        bucketName(body.id || name),
        name,
        String(body.public ?? false),
        sqlLimit(body.file_size_limit ?? null, deps.fileSizeLimit),
        types(body.allowed_mime_types ?? []),
        ownerOf(caller),
      ],
    },
  ]);
  return c.json({ name });
};

/** PUT /bucket/:bucket: changes the settings that the body names. */
export const updateBucket: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const body = await readBody(c, change);
  const [result] = await deps.database.run(caller, [
    {
      text: `update storage.buckets set
               public = coalesce($2::boolean, public),
               file_size_limit = case when $3::boolean then $4::bigint else file_size_limit end,
               allowed_mime_types = case when $5::boolean
                 then (select array_agg(value) from jsonb_array_elements_text($6::jsonb)) else allowed_mime_types end,
               updated_at = now()
             where id = $1`,
      params: [
        bucketName(c.req.param("bucket") ?? ""),
        body.public == null ? null : String(body.public),
        String(body.file_size_limit !== undefined),
        sqlLimit(body.file_size_limit ?? null, deps.fileSizeLimit),
        String(body.allowed_mime_types !== undefined),
        types(body.allowed_mime_types ?? []),
      ],
    },
  ]);
  if (!result?.rowCount) throw new StorageError("bucket_not_found");
  return c.json({ message: "Successfully updated" });
};

function sqlLimit(given: number | string | null, fileSizeLimit: number): string | null {
  const bytes = bucketSizeLimit(given, fileSizeLimit);
  return bytes === null ? null : String(bytes);
}

/** The types as JSON. An empty list aggregates to null, which allows every type. */
function types(given: readonly string[]): string {
  const listed = given.filter((type) => type !== "");
  const wrong = listed.find((type) => !isTypePattern(type));
  if (wrong !== undefined) throw new StorageError("invalid_mime_type", `mime type ${wrong} is not supported`);
  return JSON.stringify(listed);
}
