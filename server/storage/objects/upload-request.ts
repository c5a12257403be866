/** Reads the uploaded file of a request, raw or in a form, without reading beyond the limits. */
import { parseJson } from "../../gateway/bodies/json.ts";
import { StorageError } from "../errors.ts";
import { readForm } from "./multipart-form.ts";

export interface UploadRequest {
  /** The declared type. */
  type: string;
  /** A Cache-Control header. */
  cacheControl: string;
  userMetadata: Record<string, unknown>;
  bytes: AsyncIterable<Uint8Array>;
  /** Releases the request body, so that its unread rest can be drained. */
  release(): Promise<void>;
}
type Described = Omit<UploadRequest, "release">;

const DEFAULT_CACHE_SECONDS = "3600"; // the client's default
/** Bytes for the form's other fields and its boundaries. */
const FORM_EXTRA = 256 * 1024;

/** `limit` is the maximum bytes of the file. Throws too_large or invalid_request. */
export async function readUpload(request: Request, limit: number): Promise<UploadRequest> {
  const type = request.headers.get("content-type") ?? "";
  const form = /^multipart\/form-data/i.test(type);
  const most = form ? limit + FORM_EXTRA : limit;
  if (Number(request.headers.get("content-length") ?? 0) > most) throw new StorageError("too_large");
  const body = request.body?.values({ preventCancel: true });
  const release = async () => void (await body?.return?.());
  const bytes = limitBytes(body ?? [], most);
  try {
    const described = form ? await fromForm(type, bytes, limit) : fromRaw(request.headers, type, bytes);
    return { ...described, release };
  } catch (error) {
    await release();
    throw error;
  }
}

function fromRaw(headers: Headers, type: string, bytes: AsyncIterable<Uint8Array>): Described {
  return {
    type: plainHeader(type || "application/octet-stream", "content-type"),
    cacheControl: plainHeader(headers.get("cache-control") ?? `max-age=${DEFAULT_CACHE_SECONDS}`),
    userMetadata: headerMetadata(headers),
    bytes,
  };
}

/** The user's own metadata in `x-metadata`: base64 of a JSON object. Throws invalid_request. */
export function headerMetadata(headers: Headers): Record<string, unknown> {
  const metadata = headers.get("x-metadata");
  return metadata === null ? {} : metadataOf(Buffer.from(metadata, "base64").toString("utf8"));
}

async function fromForm(type: string, source: AsyncGenerator<Uint8Array>, limit: number): Promise<Described> {
  const { fields, file } = await readForm(type, source);
  if (!file) throw new StorageError("invalid_request", "No content provided");
  const metadata = fields.get("metadata");
  return {
    type: plainHeader(file.type, "content-type"),
    cacheControl: plainHeader(`max-age=${fields.get("cacheControl") ?? DEFAULT_CACHE_SECONDS}`),
    userMetadata: metadata === undefined ? {} : metadataOf(metadata),
    bytes: drainingRest(limitBytes(file.bytes, limit), source),
  };
}

/** Yields the file, then discards what the client sends after it. */
async function* drainingRest(
  file: AsyncIterable<Uint8Array>,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* file;
  for await (const _rest of source);
}

async function* limitBytes(
  source: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  limit: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limit) throw new StorageError("too_large");
    yield chunk;
  }
}

/** Checks a value that will be sent as a header. Throws invalid_request. */
export function plainHeader(text: string, name = "cache-control"): string {
  if (!/^[\x20-\x7e]{0,200}$/.test(text)) {
    throw new StorageError("invalid_request", `${name} is not a header`);
  }
  return text;
}

function metadataOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = parseJson(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // refused below
  }
  throw new StorageError("invalid_request", "metadata is not a JSON object");
}
