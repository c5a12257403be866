/** Chooses the response's media type from the Accept header. Source: PostgREST's MediaType.hs. */
import { unknownMediaType } from "../errors.ts";
import type { MediaHandler } from "../schema-cache/types.ts";

export type RowsType =
  | { kind: "json"; stripNulls: boolean }
  | { kind: "object"; stripNulls: boolean }
  | { kind: "csv" }
  | { kind: "geojson" }
  | { kind: "text" }
  | { kind: "custom"; handler: MediaHandler };

/** An `EXPLAIN` of the request that would have answered with `of`. */
export interface ExplainFormat {
  kind: "plan";
  format: "text" | "json";
  of: RowsType;
  options: readonly ExplainOption[];
}

export type MediaType = RowsType | ExplainFormat;

const EXPLAIN_OPTIONS = ["analyze", "verbose", "settings", "buffers", "wal"] as const;
export type ExplainOption = (typeof EXPLAIN_OPTIONS)[number];

/**
 * The best acceptable type of the Accept header. The project's own types precede the built-in ones, except for types
 * that begin with `application/vnd.pgrst.`. Throws RestError PGRST107 (406).
 */
export function acceptedType(
  accept: string | null,
  explains: boolean,
  { own, any }: { own: readonly MediaHandler[]; any: readonly MediaHandler[] },
): MediaType {
  const wanted = wantedTypes(accept);
  for (const text of wanted) {
    const name = nameOf(text).toLowerCase();
    const answers = ({ mediaType }: MediaHandler) => mediaType === name;
    const handler = name.startsWith("application/vnd.pgrst.")
      ? undefined
      : (own.find(answers) ?? own.find(isForAnything) ?? any.find(answers));
    const type: MediaType | null = handler ? { kind: "custom", handler } : typeOf(text);
    if (type && (type.kind !== "plan" || explains)) return type;
  }
  throw unknownMediaType(wanted.map(nameOf).join(", "));
}

/** Throws PGRST107 (406) if the OpenAPI document is not acceptable. Source: PostgREST's Plan.hs, inspectPlan. */
export function requireOpenApi(accept: string | null): void {
  const names = wantedTypes(accept).map((text) => nameOf(text).toLowerCase());
  if (!names.some((name) => OPENAPI_TYPES.has(name))) throw unknownMediaType(names.join(", "));
}

const OPENAPI_TYPES = new Set(["application/openapi+json", "application/json", "*/*"]);

/** The types of an Accept header with their parameters, the best first. */
function wantedTypes(accept: string | null): string[] {
  return (accept ?? "*/*")
    .split(",")
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => ({ text, quality: Number(/;\s*q=([\d.]+)/i.exec(text)?.[1] ?? 1) }))
    .sort((a, b) => b.quality - a.quality)
    .map(({ text }) => text);
}

/** The Content-Type of a response. */
export function contentType(type: MediaType): string {
  const mime = mimeOf(type);
  return type.kind === "custom" && !WITH_CHARSET.has(mime) ? mime : `${mime}; charset=utf-8`;
}

/** The project's types that are sent with a charset: those that PostgREST knows. */
const WITH_CHARSET = new Set([
  "application/json",
  "application/geo+json",
  "application/openapi+json",
  "application/x-www-form-urlencoded",
  "text/csv",
  "text/plain",
  "text/xml",
]);

function mimeOf(type: MediaType): string {
  switch (type.kind) {
    case "json":
      return type.stripNulls ? "application/vnd.pgrst.array+json;nulls=stripped" : "application/json";
    case "object":
      return `application/vnd.pgrst.object+json${type.stripNulls ? ";nulls=stripped" : ""}`;
    case "csv":
      return "text/csv";
    case "geojson":
      return "application/geo+json";
    case "text":
      return "text/plain";
    case "custom":
      return isForAnything(type.handler) ? "application/octet-stream" : type.handler.mediaType;
    case "plan": {
      const options = type.options.length > 0 ? `; options=${type.options.join("|")}` : "";
      return `application/vnd.pgrst.plan+${type.format}; for="${mimeOf(type.of)}"${options}`;
    }
  }
}

function typeOf(text: string): MediaType | null {
  const [type = "", ...parameters] = text.toLowerCase().split(/\s*;\s*/);
  switch (type) {
    case "application/vnd.pgrst.plan":
    case "application/vnd.pgrst.plan+text":
      return explainFormat("text", text);
    case "application/vnd.pgrst.plan+json":
      return explainFormat("json", text);
    default:
      return rowsType(type, parameters);
  }
}

function rowsType(type: string, parameters: readonly string[]): RowsType | null {
  const stripNulls = parameters.includes("nulls=stripped");
  switch (type) {
    case "*/*":
    case "application/*":
    case "application/json":
      return { kind: "json", stripNulls: false };
    case "application/vnd.pgrst.array+json":
    case "application/vnd.pgrst.array":
      return { kind: "json", stripNulls };
    case "application/vnd.pgrst.object+json":
    case "application/vnd.pgrst.object":
      return { kind: "object", stripNulls };
    case "text/csv":
      return { kind: "csv" };
    case "application/geo+json":
      return { kind: "geojson" };
    case "text/plain":
      return { kind: "text" };
    default:
      return null;
  }
}

/** `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose;` */
function explainFormat(format: ExplainFormat["format"], text: string): ExplainFormat | null {
  const wanted = /;\s*for="?([^";]*(?:;nulls=stripped)?)"?/i.exec(text)?.[1] ?? "application/json";
  const [type = "", ...parameters] = wanted.toLowerCase().split(/\s*;\s*/);
  const of = rowsType(type, parameters);
  const options = (/options=([a-z|]*)/i.exec(text)?.[1] ?? "").toLowerCase().split("|");
  return (
    of && { kind: "plan", format, of, options: EXPLAIN_OPTIONS.filter((option) => options.includes(option)) }
  );
}

function isForAnything({ mediaType }: MediaHandler): boolean {
  return mediaType === "*/*";
}

function nameOf(text: string): string {
  return text.split(/\s*;/, 1)[0] ?? text;
}
