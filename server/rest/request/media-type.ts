/** What the caller accepts, among what this service can answer with. */
import { unknownMediaType } from "../errors.ts";

export type MediaType =
  | { kind: "json"; stripNulls: boolean }
  | { kind: "object"; stripNulls: boolean }
  | { kind: "csv" }
  | { kind: "text" };

export const CONTENT_TYPE: Readonly<Record<MediaType["kind"], string>> = {
  json: "application/json; charset=utf-8",
  object: "application/vnd.pgrst.object+json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  text: "text/plain; charset=utf-8",
};

/** The first acceptable type of the Accept header. Throws RestError PGRST107 (406). */
export function acceptedType(accept: string | null): MediaType {
  const wanted = (accept ?? "*/*").split(",").map((text) => text.trim());
  for (const text of wanted) {
    const [type = "", ...parameters] = text.toLowerCase().split(/\s*;\s*/);
    const stripNulls = parameters.includes("nulls=stripped");
    switch (type) {
      case "":
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
      case "text/plain":
        return { kind: "text" };
    }
  }
  throw unknownMediaType(wanted.join(", "));
}
