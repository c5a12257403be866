import { callerIn } from "../caller.ts";
import type { Endpoint } from "../deps.ts";
import { upload } from "../objects/upload.ts";
import { target } from "./object-path.ts";

/** POST /object/:bucket/*: a new object; over an old one with `x-upsert: true`. */
export const uploadObject: Endpoint = async (c, deps) => {
  const caller = await callerIn(c, deps);
  const upsert = c.req.header("x-upsert") === "true";
  return c.json(await upload(deps, caller, c.req.raw, { ...target(c), upsert }));
};

/** PUT /object/:bucket/*: an object, over the old one if there is one. */
export const updateObject: Endpoint = async (c, deps) => {
  const caller = await callerIn(c, deps);
  return c.json(await upload(deps, caller, c.req.raw, { ...target(c), upsert: true }));
};
