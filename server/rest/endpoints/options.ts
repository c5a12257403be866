/** OPTIONS that is not a preflight request: the methods of a table, view or function. */
import { findRoutine } from "../plan/find-routine.ts";
import type { SchemaCache, Table } from "../schema-cache/types.ts";
import type { Execution } from "./execution.ts";

/** Runs no statement. A function is looked up without arguments; throws PGRST202 if there is none. */
export function prepareOptions(
  cache: SchemaCache,
  { kind, name }: { kind: "table" | "function"; name: string },
  schema: string,
): Execution {
  const table = kind === "table" ? cache.table(schema, name) : null;
  const allow = table ? methodsOf(table) : callsOf(cache, schema, name);
  return {
    statements: [],
    readOnly: true,
    answer: () => ({ status: 200, headers: { allow: allow.join(","), "content-length": "0" }, body: null }),
  };
}

function methodsOf({ takes, primaryKey }: Table): string[] {
  return [
    "OPTIONS,GET,HEAD",
    ...(takes.insert ? ["POST"] : []),
    ...(takes.insert && takes.update && primaryKey.length > 0 ? ["PUT"] : []),
    ...(takes.update ? ["PATCH"] : []),
    ...(takes.delete ? ["DELETE"] : []),
  ];
}

function callsOf(cache: SchemaCache, schema: string, name: string): string[] {
  const { volatility } = findRoutine(cache, { schema, name, keys: [], body: "json" });
  return volatility === "volatile" ? ["OPTIONS,POST"] : ["OPTIONS,GET,HEAD,POST"];
}
