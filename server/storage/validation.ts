import type { z } from "zod";
import { StorageError } from "./errors.ts";

/**
 * The error for input that does not fit its schema, in the words of Ajv, with which Supabase Storage checks requests
 * (supabase/storage, src/http/error-handler.ts).
 */
export function invalidInput(part: "body" | "querystring", { issues }: z.ZodError): StorageError {
  const [issue] = issues;
  return new StorageError("invalid_input", issue ? sentence([part], issue) : `${part} is not valid`);
}

type Issue = z.core.$ZodIssue;

function sentence(start: readonly string[], issue: Issue): string {
  const place = [...start, ...issue.path.map(String)];
  // Ajv reports the first alternative of a union.
  const alternative = issue.code === "invalid_union" ? issue.errors[0]?.[0] : undefined;
  if (alternative) return sentence(place, alternative);
  if (isMissing(issue)) {
    return `${place.slice(0, -1).join("/")} must have required property '${place.at(-1)}'`;
  }
  return `${place.join("/")} ${requirement(issue)}`;
}

function isMissing(issue: Issue): boolean {
  return (
    issue.code === "invalid_type" && issue.path.length > 0 && issue.message.endsWith("received undefined")
  );
}

function requirement(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      // Every number of this API is an integer.
      return `must be ${issue.expected === "int" || issue.expected === "number" ? "integer" : issue.expected}`;
    case "invalid_value":
      return "must be equal to one of the allowed values";
    case "too_small":
      return limit(issue.origin, ">=", "fewer", issue.minimum);
    case "too_big":
      return limit(issue.origin, "<=", "more", issue.maximum);
    default:
      return issue.message;
  }
}

function limit(origin: string, sign: string, comparison: string, value: number | bigint): string {
  if (origin === "string") return `must NOT have ${comparison} than ${value} characters`;
  if (origin === "array") return `must NOT have ${comparison} than ${value} items`;
  return `must be ${sign} ${value}`;
}
