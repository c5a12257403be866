import { DatabaseError } from "../database/database.ts";
import { isClientAbort } from "../gateway/bodies/body.ts";
import { GatewayError } from "../gateway/errors.ts";
import { requestIdOf } from "../gateway/request-ids.ts";
import { isProjectCode, isSecurityEvent, securityEvent } from "../gateway/security-events.ts";
import { drainBody } from "./drain-body.ts";
import type { StorageContext, StorageDeps } from "./endpoint.ts";
import { StoreTimeoutError } from "./store-timeout.ts";

/**
 * The errors of this service as [statusCode, error, message], in the words of supabase/storage,
 * src/internal/errors/codes.ts.
 */
const REFUSALS = {
  access_denied: [403, "Unauthorized", "new row violates row-level security policy"],
  already_exists: [409, "Duplicate", "The resource already exists"],
  bucket_not_empty: [409, "ResourceNotEmpty", "The bucket you tried to delete is not empty"],
  bucket_not_found: [404, "Bucket not found", "Bucket not found"],
  cdn_not_set: [400, "MissingParameter", "Missing Required Parameter CDN_PURGE_ENDPOINT_URL is not set"],
  empty_refused: [409, "InvalidRequest", "You may have SELECT but not DELETE permissions"],
  feature_off: [403, "FeatureNotEnabled", "feature not enabled for this tenant"],
  internal: [500, "Internal", "Internal Server Error"],
  invalid_bucket_name: [400, "Invalid Input", "Bucket name invalid"],
  invalid_image: [422, "InvalidRequest", "Invalid source image"],
  invalid_input: [400, "Error", "Bad Request"],
  invalid_jwt: [400, "InvalidJWT", "Invalid JWT"],
  invalid_key: [400, "InvalidKey", "Invalid key"],
  invalid_mime_type: [415, "invalid_mime_type", "mime type is not supported"],
  invalid_range: [416, "InvalidRange", "The requested range is not satisfiable"],
  invalid_request: [400, "InvalidRequest", "Invalid request"],
  invalid_signature: [400, "InvalidSignature", "Invalid signature"],
  invalid_size_limit: [400, "InvalidRequest", "Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B"],
  object_not_found: [404, "not_found", "Object not found"],
  related_not_found: [404, "InvalidRequest", "The related resource does not exist"],
  renderer_busy: [429, "InvalidRequest", "Too many requests"],
  renderer_missing: [501, "NotImplemented", "Image transformation is not available on this machine"],
  store_timeout: [504, "GatewayTimeout", "The object store did not respond in time"],
  role_refused: [403, "Unauthorized", "Access denied: Invalid role"],
  too_large: [413, "Payload too large", "The object exceeded the maximum allowed size"],
} as const satisfies Record<string, readonly [number, string, string]>;

export type Refusal = keyof typeof REFUSALS;

/** An error with its standard message, or `message` instead. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  constructor(
    readonly refusal: Refusal,
    message: string = REFUSALS[refusal][2],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Answers an error with `{ statusCode, error, message }`. Supabase Storage answers nearly every error with HTTP 400 and
 * puts the real status into the body (StorageBackendError.userStatusCode); its clients rely on that. Causes are only
 * logged.
 */
export async function answerError(error: unknown, c: StorageContext, deps: StorageDeps): Promise<Response> {
  const { refusal, status, name, message } = describeError(error, c, deps);
  c.header("cache-control", "no-store");
  if (c.get("receivesFile")) await drainBody(c.req.raw);
  return c.json(
    { statusCode: String(status), error: name, message },
    WITH_OWN_STATUS.has(refusal) ? status : 400,
  );
}

/** Logs an error and returns what the caller may know about it. */
export function describeError(
  error: unknown,
  c: StorageContext,
  deps: StorageDeps,
): { refusal: Refusal; status: (typeof REFUSALS)[Refusal][0]; name: string; message: string } {
  const { refusal, message } = toStorageError(error);
  const [status, name] = REFUSALS[refusal];
  if (error instanceof DatabaseError && isSecurityEvent(error.code))
    deps.logSecurityEvent?.(securityEvent(c.req.raw, c.env, error.code, c.get("caller"), deps.gateway));
  if (status >= 500) deps.log?.(`storage ${c.req.method} ${c.req.path}`, error, requestIdOf(c.env));
  return { refusal, status, name, message };
}

const WITH_OWN_STATUS: ReadonlySet<Refusal> = new Set([
  "feature_off",
  "internal",
  "invalid_range",
  "renderer_missing",
  "role_refused",
  "store_timeout",
]);

const BY_SQLSTATE: Readonly<Record<string, Refusal>> = {
  "23503": "related_not_found",
  "23505": "already_exists",
  "42501": "access_denied",
};

function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof GatewayError) return new StorageError("access_denied", gatewayMessage(error));
  if (error instanceof DatabaseError) {
    // Messages that a project's own rules raise are written for the user.
    if (isProjectCode(error.code)) return new StorageError("access_denied", error.message);
    // Class 22: a value that its type cannot hold.
    const fallback = error.code.startsWith("22") ? "invalid_request" : "internal";
    return new StorageError(BY_SQLSTATE[error.code] ?? fallback);
  }
  if (error instanceof StoreTimeoutError)
    return new StorageError("store_timeout", undefined, { cause: error });
  if (isClientAbort(error)) return new StorageError("invalid_request", "The upload was interrupted");
  return new StorageError("internal");
}

/** jose's messages, which Supabase Storage passes on. */
function gatewayMessage({ kind, message }: GatewayError): string {
  if (kind === "token_expired") return '"exp" claim timestamp check failed';
  if (kind === "key_unknown") return message;
  return message.includes("InvalidSignature") ? "signature verification failed" : "Invalid Compact JWS";
}
