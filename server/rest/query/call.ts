/** SQL of a function call: the body of the `pgrst_source` CTE. */
import type { Payload } from "../plan/mutate-plan.ts";
import type { Argument, Routine } from "../schema-cache/types.ts";
import { arrayLiteral, identifier, type Parameters, qualified } from "../sql-text.ts";

export type Arguments =
  | { kind: "json"; payload: Payload }
  | { kind: "whole"; body: string }
  | { kind: "query"; args: readonly (readonly [string, string])[] };

export function callSql(routine: Routine, given: Arguments, parameters: Parameters): string {
  const call = `${qualified(routine)}(${argumentsSql(routine, given, parameters)})`;
  const source = given.kind === "json" ? jsonSource(routine, given.payload, parameters) : null;
  const from = source === null ? " from " : ` from ${source}, lateral `;
  if (routine.returns === "row") return `select c.*${from}${call} as c`;
  return source === null
    ? `select ${call} as pgrst_scalar`
    : `select c.pgrst_scalar${from}(select ${call} as pgrst_scalar) as c`;
}

function argumentsSql(routine: Routine, given: Arguments, parameters: Parameters): string {
  switch (given.kind) {
    case "whole":
      return `${parameters.addBody(given.body)}::${routine.arguments[0]?.type ?? "json"}`;
    case "json":
      return named(routine, given.payload.keys, ({ name }) => `a.${identifier(name)}`);
    case "query": {
      const keys = given.args.map(([key]) => key);
      return named(
        routine,
        keys,
        (argument) => `${parameters.add(queryValue(argument, given.args))}::${argument.type}`,
      );
    }
  }
}

function named(routine: Routine, keys: readonly string[], value: (argument: Argument) => string): string {
  return routine.arguments
    .filter(({ name }) => keys.includes(name))
    .map(
      (argument) =>
        `${argument.variadic ? "variadic " : ""}${identifier(argument.name)} := ${value(argument)}`,
    )
    .join(", ");
}

/** A variadic argument may occur several times; of any other the last value is used. */
function queryValue({ name, variadic }: Argument, args: readonly (readonly [string, string])[]): string {
  const values = args.filter(([key]) => key === name).map(([, value]) => value);
  const last = values.at(-1) ?? "";
  return variadic && !(values.length === 1 && last.startsWith("{")) ? arrayLiteral(values) : last;
}

/** The arguments as one row; the first object if the body is an array. */
function jsonSource(
  routine: Routine,
  { text, isArray, keys }: Payload,
  parameters: Parameters,
): string | null {
  const typed = routine.arguments
    .filter(({ name }) => keys.includes(name))
    .map(({ name, type }) => `${identifier(name)} ${type}`);
  if (typed.length === 0) return null;
  const record = (call: string) => `${call}(${parameters.addBody(text)}::json) as a(${typed.join(", ")})`;
  return isArray ? `(select * from ${record("json_to_recordset")} limit 1) as a` : record("json_to_record");
}
