/** What a request carries, by its Content-Type, as one text. Source: PostgREST's ApiRequest/Payload.hs. */

export type BodyKind = "json" | "csv" | "form" | "text" | "xml" | "bytes";

export interface Body {
  /** Null for a type that nothing here takes. */
  kind: BodyKind | null;
  /** The Content-Type as it came, for the refusal. */
  type: string;
  /** Of `bytes`: in hexadecimal, as PostgreSQL reads a bytea. */
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

/** Without a Content-Type it is JSON. */
export function bodyOf(contentType: string | null, bytes: Uint8Array): Body {
  const type = (contentType ?? "application/json").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const kind = KINDS[type] ?? null;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { kind, type, text: kind === "bytes" ? `\\x${buffer.toString("hex")}` : buffer.toString("utf8") };
}

/** A form's fields; of several with one name the last counts. */
export function formFields(text: string): [string, string][] {
  return [...new URLSearchParams(text)];
}
