/** What every answer of the host has to be like, whatever the request was. */
import { z } from "zod";
import type { Service } from "./endpoints.ts";
import type { Request } from "./requests.ts";
import type { Answer } from "./send.ts";

/** Overload or a database that is down, and a backend that does not answer: the only intended server errors. */
const INTENDED = [503, 504];

/** Only errors are searched for SQL: rows may contain anything. */
const SQL =
  /\b(select\b.+\bfrom|insert into|delete from|update \w+ set)\b|\bpg_(catalog|temp)\b|\bprivate\.\w|PL\/pgSQL|LINE \d+:/i;
const STACK = /^\s+at .+[:(]/m;
const PATH = /node_modules|file:\/\/|(?:^|[\s"'(])\/(?:[\w.-]+\/)+[\w-]+\.(?:[cm]?[jt]s|sql|conf|json)\b/;

const message = z.object({ message: z.string() });
/** The bodies of errors, as each service's upstream API defines them. */
const ERRORS: Readonly<Record<Service, z.ZodType>> = {
  rest: z.object({
    code: z.string(),
    message: z.string(),
    details: z.unknown(),
    hint: z.string().nullable(),
  }),
  auth: z.union([
    z.object({ code: z.number(), error_code: z.string(), msg: z.string() }),
    z.object({ code: z.string(), message: z.string() }), // from API version 2024-01-01
    z.object({ error: z.string(), error_description: z.string() }),
  ]),
  storage: z.object({ statusCode: z.string(), error: z.string(), message: z.string() }),
  functions: z.union([message, z.object({ error: z.string() })]),
  realtime: z.union([message, z.object({ errors: z.record(z.string(), z.unknown()) })]),
};
/** An address that no service answers. */
const NO_ROUTE = 404;

/** Why the answer is wrong; null for a right one. */
export function faultOf(request: Request, answer: Answer): string | null {
  const { status, headers, text } = answer;
  const shown = `${status} ${text.slice(0, 300)}`;
  const isError = status >= 400;
  if (status >= 500 && !INTENDED.includes(status)) return `server error ${shown}`;
  if (request.service === "storage" && isError && /"statusCode":"5/.test(text))
    return `server error ${shown}`;
  const revealed = isError ? revealedBy(text) : STACK.test(text) && "a stack trace";
  if (revealed) return `${revealed} in ${shown}`;
  const hasNoBody = request.method === "HEAD" || status === 204 || status === 304;
  if (hasNoBody) return text === "" ? null : `a body in ${shown}`;
  const isJson = /json/.test(headers["content-type"] ?? "");
  const body = isJson ? parsed(text) : undefined;
  const isFile = request.service === "storage" && !isError; // as it was uploaded, with the type that was claimed
  if (isJson && body === undefined && !isFile) return `no JSON in ${shown}`;
  if (!isError || !reaches(request)) return null;
  // TUS answers in plain text.
  if (request.path.startsWith("/storage/v1/upload/resumable") && !isJson) return null;
  return hasPromisedShape(request.service, status, isJson, body)
    ? null
    : `an unexpected error body: ${shown}`;
}

/** What the text of an error reveals about the host; null for nothing. */
export function revealedBy(text: string): string | null {
  if (STACK.test(text)) return "a stack trace";
  if (PATH.test(text)) return "a file path";
  return SQL.test(text) ? "SQL" : null;
}

/** False for a path that leads out of its service, as `..` does. */
function reaches({ service, path }: Request): boolean {
  return new URL(path, "http://host").pathname.startsWith(`/${service}/v1/`);
}

/** Functions may answer their own errors in any type, as the page of an expired link. */
function hasPromisedShape(service: Service, status: number, isJson: boolean, body: unknown): boolean {
  if (!isJson) return service === "functions";
  if (ERRORS[service].safeParse(body).success) return true;
  return status === NO_ROUTE && message.safeParse(body).success;
}

/** `undefined` for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
