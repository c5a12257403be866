/** The file that a request carries, raw or as a form, and nothing read of it yet that a limit forbids. */
import { StorageError } from "./errors.ts";

export interface Incoming {
  /** As declared. */
  type: string;
  /** A Cache-Control header. */
  cacheControl: string;
  userMetadata: Record<string, unknown>;
  bytes: AsyncIterable<Uint8Array>;
}

const DEFAULT_CACHE_SECONDS = "3600"; // the client's own
/** A form's other fields and its boundaries. */
const FORM_EXTRA = 256 * 1024;

/** `limit`: bytes of the file; beyond it the reading stops. Throws too_large or invalid_request. */
export async function incomingFile(request: Request, limit: number): Promise<Incoming> {
  const type = request.headers.get("content-type") ?? "";
  const form = /^multipart\/form-data/i.test(type);
  const most = form ? limit + FORM_EXTRA : limit;
  if (Number(request.headers.get("content-length") ?? 0) > most) throw new StorageError("too_large");
  const bytes = limited(request.body, most);
  return form ? fromForm(type, bytes, limit) : fromRaw(request.headers, type, bytes);
}

function fromRaw(headers: Headers, type: string, bytes: AsyncIterable<Uint8Array>): Incoming {
  const metadata = headers.get("x-metadata");
  return {
    type: type || "application/octet-stream",
    cacheControl: plainHeader(headers.get("cache-control") ?? `max-age=${DEFAULT_CACHE_SECONDS}`),
    userMetadata: metadata === null ? {} : metadataOf(Buffer.from(metadata, "base64").toString("utf8")),
    bytes,
  };
}

async function fromForm(type: string, bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Incoming> {
  const fields = await readForm(type, bytes);
  const file = [...fields.values()].find((value): value is File => value instanceof File);
  if (!file) throw new StorageError("invalid_request", "No content provided");
  if (file.size > limit) throw new StorageError("too_large");
  const text = (name: string): string | null => {
    const value = fields.get(name);
    return typeof value === "string" ? value : null;
  };
  const metadata = text("metadata");
  return {
    type: file.type || "application/octet-stream",
    cacheControl: plainHeader(`max-age=${text("cacheControl") ?? DEFAULT_CACHE_SECONDS}`),
    userMetadata: metadata === null ? {} : metadataOf(metadata),
    bytes: file.stream(),
  };
}

/** In memory, which the limit bounds and only those who may upload get to use. */
async function readForm(type: string, bytes: AsyncGenerator<Uint8Array> | AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (error instanceof StorageError) throw error;
    if (cause instanceof StorageError) throw cause;
    throw new StorageError("invalid_request", "The form cannot be read");
  }
}

async function* limited(
  source: ReadableStream<Uint8Array> | null,
  limit: number,
): AsyncGenerator<Uint8Array> {
  if (!source) return;
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > limit) throw new StorageError("too_large");
    yield chunk;
  }
}

/** A value that goes out again as a header. */
function plainHeader(text: string): string {
  if (!/^[\x20-\x7e]{0,200}$/.test(text)) {
    throw new StorageError("invalid_request", "cache-control is not a header");
  }
  return text;
}

function metadataOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // refused below
  }
  throw new StorageError("invalid_request", "metadata is not a JSON object");
}
