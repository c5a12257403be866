/** A request's body as text, by its Content-Type. Source: PostgREST's ApiRequest/Payload.hs. */

export type BodyKind = "json" | "csv" | "form" | "text" | "xml" | "bytes";

export interface Body {
  /** Null for an unsupported type. */
  kind: BodyKind | null;
  /** The original Content-Type, for error messages. */
  type: string;
  /** `bytes` are in hexadecimal, PostgreSQL's bytea format. */
  text: string;
}

const KINDS: Readonly<Record<string, BodyKind>> = {
  "application/json": "json",
  "application/vnd.pgrst.array+json": "json",
  "application/vnd.pgrst.array": "json",
  "text/csv": "csv",
  "application/x-www-form-urlencoded": "form",
  "text/plain": "text",
  "text/xml": "xml",
  "application/octet-stream": "bytes",
};

export const NO_BODY: Body = { kind: "json", type: "application/json", text: "" };

/** Without a Content-Type the body is JSON. */
export function bodyOf(contentType: string | null, bytes: Uint8Array): Body {
  const type = (contentType ?? "application/json").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const kind = KINDS[type] ?? null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { kind, type, text: kind === "bytes" ? `\\x${buffer.toString("hex")}` : buffer.toString("utf8") };
}

/** A form's fields. Of several with one name the last counts. */
export function formFields(text: string): [string, string][] {
  return [...new URLSearchParams(text)];
}
