/** Chooses among functions of the same name. Source: PostgREST's Plan.hs, findProc, and Error.hs. */
import { RestError } from "../errors.ts";
import type { BodyKind } from "../request/body.ts";
import type { Routine, SchemaCache } from "../schema-cache/types.ts";
import { MIN_NAME_SIMILARITY, MIN_SIMILARITY, mostSimilar } from "./similar-names.ts";

export interface Call {
  schema: string;
  name: string;
  /** Names of the given arguments. */
  keys: readonly string[];
  /** The kind of a POST's body, which a function with one unnamed argument may take whole. Null for GET and HEAD. */
  body: BodyKind | null;
}

/** Bodies that are one value, never named arguments. */
const WHOLE: readonly (BodyKind | null)[] = ["text", "xml", "bytes"];

const TAKEN_AS: Readonly<Partial<Record<BodyKind, readonly string[]>>> = {
  json: ["json", "jsonb"],
  text: ["text"],
  xml: ["xml"],
  bytes: ["bytea"],
};

/** Throws PGRST202 (no match) or PGRST203 (several matches). */
export function findRoutine(cache: SchemaCache, call: Call): Routine {
  const known = cache.routines(call.schema, call.name);
  const named = known.filter((routine) => fits(routine, call));
  const found = named.length > 0 ? named : known.filter((routine) => takesWhole(routine, call.body));
  const [first, second] = found;
  if (!first) throw noRoutine(cache, call, known);
  if (second) throw ambiguous(found);
  return first;
}

/** True if the only argument has no name. It then receives the body. */
export function hasUnnamed({ arguments: args }: Routine): boolean {
  return args.length === 1 && args[0]?.name === "";
}

function fits({ arguments: args }: Routine, { keys, body }: Call): boolean {
  if (args.length === 0) return keys.length === 0 && !WHOLE.includes(body);
  const names = new Set(args.map(({ name }) => name));
  return (
    keys.every((key) => names.has(key)) &&
    args.every(({ name, hasDefault }) => hasDefault || keys.includes(name))
  );
}

function takesWhole(routine: Routine, body: BodyKind | null): boolean {
  const [argument] = routine.arguments;
  if (body === null || !argument || !hasUnnamed(routine)) return false;
  return TAKEN_AS[body]?.includes(argument.type) ?? false;
}

function ambiguous(routines: readonly Routine[]): RestError {
  const signatures = routines.map(
    ({ schema, name, arguments: args }) =>
      `${schema}.${name}(${args.map((argument) => `${argument.name} => ${argument.type}`).join(", ")})`,
  );
  return new RestError(
    300,
    "PGRST203",
    `Could not choose the best candidate function between: ${signatures.join(", ")}`,
    null,
    "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  );
}

function noRoutine(cache: SchemaCache, call: Call, known: readonly Routine[]): RestError {
  const { schema, name, body } = call;
  const called = `${schema}.${name}`;
  const keys = [...call.keys].sort();
  const isWhole = WHOLE.includes(body);
  const given = isWhole ? "" : keys.length === 0 ? " without parameters" : `(${keys.join(", ")})`;
  return new RestError(
    404,
    "PGRST202",
    `Could not find the function ${called}${given} in the schema cache`,
    `Searched for the function ${called}${searched(keys, body)}, but no matches were found in the schema cache.`,
    isWhole ? null : hintFor(cache, schema, name, keys, known),
  );
}

function searched(keys: readonly string[], body: BodyKind | null): string {
  if (WHOLE.includes(body)) return ` with a single unnamed ${body === "bytes" ? "bytea" : body} parameter`;
  const named =
    keys.length === 0
      ? " without parameters"
      : ` with parameter${keys.length > 1 ? "s" : ""} ${keys.join(", ")}`;
  return body === "json" ? `${named} or with a single unnamed json/jsonb parameter` : named;
}

function hintFor(
  cache: SchemaCache,
  schema: string,
  name: string,
  keys: readonly string[],
  known: readonly Routine[],
): string | null {
  const signature = (names: readonly string[]) => `(${[...names].sort().join(", ")})`;
  const closest =
    known.length === 0
      ? mostSimilar(name, cache.routineNames(schema), MIN_NAME_SIMILARITY)
      : mostSimilar(
          signature(keys),
          known.map(({ arguments: args }) => signature(args.map((argument) => argument.name))),
          MIN_SIMILARITY,
        );
  if (closest === null) return null;
  return `Perhaps you meant to call the function ${schema}.${known.length === 0 ? closest : `${name}${closest}`}`;
}
