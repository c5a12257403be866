import type { z } from "zod";

/** A setting that cannot be used. */
export interface Problem {
  path: readonly PropertyKey[];
  /** What is wrong. */
  message: string;
  /** What to do. */
  remedy: string;
}

/** The page that lists every setting. */
const PAGE = "docs/config.md";

/** What the schema does not accept. */
export function schemaProblem(issue: z.core.$ZodIssue): Problem {
  const path = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  const message = /[.?]$/.test(issue.message) ? issue.message.slice(0, -1) : issue.message;
  return { path, message, remedy: remedyOf(issue) };
}

/** A name that the schema lacks. */
export function unknownProblem(path: readonly string[]): Problem {
  const remedy = `Correct the name or remove it: ${PAGE} lists every setting.`;
  return { path, message: "this host has no such setting", remedy };
}

/** All problems, ordered by their lines. */
export function problemText(
  file: string,
  problems: readonly Problem[],
  lineOf: (path: readonly PropertyKey[]) => number,
): string {
  const lines = problems
    .map(({ path, message, remedy }) => ({
      line: lineOf(path),
      text: `${path.join(".")}: ${message}. ${remedy}`,
    }))
    .sort((one, other) => one.line - other.line)
    .map(({ line, text }) => `  line ${line}: ${text}`);
  const count = problems.length === 1 ? "1 invalid setting" : `${problems.length} invalid settings`;
  return `${file} has ${count}:\n${lines.join("\n")}`;
}

function remedyOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("received undefined")
        ? `Add it: a ${issue.expected}.`
        : `Write a ${issue.expected}.`;
    case "too_small":
      return `Choose at least ${issue.minimum}.`;
    case "too_big":
      return `Choose at most ${issue.maximum}.`;
    case "invalid_value":
      return `Write ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}, or remove it.`;
    case "unrecognized_keys":
      return `Remove it: ${PAGE} lists every setting.`;
    default:
      return `Correct it or remove it: ${PAGE} describes it.`;
  }
}

/** The NAME of the text `env(NAME)`, or null for any other text. */
export function variableOf(text: string): string | null {
  return /^env\(([A-Za-z_][A-Za-z0-9_]*)\)$/.exec(text)?.[1] ?? null;
}
