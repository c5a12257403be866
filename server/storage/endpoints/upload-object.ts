import type { Endpoint } from "../endpoint.ts";
import { upload } from "../objects/upload.ts";
import { requireCaller } from "../require-caller.ts";
import { objectPath } from "./object-path.ts";

/** POST /object/:bucket/*: uploads a new object; `x-upsert: true` overwrites an existing one. */
export const uploadObject: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  const upsert = c.req.header("x-upsert") === "true";
  return c.json(await upload(deps, caller, c.req.raw, { ...objectPath(c), upsert }));
};

/** PUT /object/:bucket/*: uploads an object and overwrites an existing one. */
export const updateObject: Endpoint = async (c, deps) => {
  const caller = await requireCaller(c, deps);
  return c.json(await upload(deps, caller, c.req.raw, { ...objectPath(c), upsert: true }));
};
