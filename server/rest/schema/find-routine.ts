/** Chooses the function that a call means, among those of one name. Source: PostgREST's Plan.hs, findProc. */
import { RestError } from "../errors.ts";
import { mostSimilar } from "./similar.ts";
import type { Routine, SchemaCache } from "./types.ts";

export interface Call {
  schema: string;
  name: string;
  /** Names of the arguments given. */
  keys: readonly string[];
  /** A POST with a JSON body, which a function with one unnamed json argument takes whole. */
  hasJsonBody: boolean;
}

export interface Found {
  routine: Routine;
  /** The body is its one argument. */
  takesBody: boolean;
}

/** Throws PGRST202 (no such function) or PGRST203 (several fit). */
export function findRoutine(cache: SchemaCache, call: Call): Found {
  const known = cache.routines(call.schema, call.name);
  const named = known.filter((routine) => fits(routine, call.keys));
  const [first, second] = named;
  if (second) throw ambiguous(named);
  if (first) return { routine: first, takesBody: false };
  const [whole, another] = call.hasJsonBody ? known.filter(takesJson) : [];
  if (!whole) throw none(cache, call, known);
  if (another) throw ambiguous([whole, another]);
  return { routine: whole, takesBody: true };
}

function fits({ arguments: args }: Routine, keys: readonly string[]): boolean {
  if (args.length === 1 && args[0]?.name === "") return false;
  const names = new Set(args.map(({ name }) => name));
  if (!keys.every((key) => names.has(key))) return false;
  return args.every(({ name, hasDefault, variadic }) => hasDefault || variadic || keys.includes(name));
}

function takesJson({ arguments: args }: Routine): boolean {
  return args.length === 1 && args[0]?.name === "" && (args[0].type === "json" || args[0].type === "jsonb");
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

function none(
  cache: SchemaCache,
  { schema, name, keys, hasJsonBody }: Call,
  known: readonly Routine[],
): RestError {
  const called = `${schema}.${name}`;
  const given = keys.length === 0 ? " without parameters" : `(${keys.join(", ")})`;
  const searched =
    keys.length === 0
      ? " without parameters"
      : ` with parameter${keys.length > 1 ? "s" : ""} ${keys.join(", ")}`;
  const orWhole = hasJsonBody ? " or with a single unnamed json/jsonb parameter" : "";
  return new RestError(
    404,
    "PGRST202",
    `Could not find the function ${called}${given} in the schema cache`,
    `Searched for the function ${called}${searched}${orWhole}, but no matches were found in the schema cache.`,
    hintFor(cache, schema, name, keys, known),
  );
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
      ? mostSimilar(name, cache.routineNames(schema))
      : mostSimilar(
          signature(keys),
          known.map(({ arguments: args }) => signature(args.map((argument) => argument.name))),
          0.33,
        );
  if (closest === null) return null;
  return `Perhaps you meant to call the function ${schema}.${known.length === 0 ? closest : `${name}${closest}`}`;
}
