/**
 * The host's own responses for a function, with Supabase's codes and meanings. Source:
 * https://supabase.com/docs/guides/functions/error-codes and .../status-codes
 */
export const REFUSALS = {
  UNAUTHORIZED_NO_AUTH_HEADER: { status: 401, message: "Missing authorization header" },
  UNAUTHORIZED_INVALID_JWT_FORMAT: { status: 401, message: "Invalid JWT" },
  UNAUTHORIZED_LEGACY_JWT: { status: 401, message: "Invalid JWT" },
  UNAUTHORIZED_ASYMMETRIC_JWT: { status: 401, message: "Invalid JWT" },
  // Supabase's gateway refuses an invalid key before its functions see it.
  UNAUTHORIZED_INVALID_API_KEY: { status: 401, message: "Invalid API key" },
  NOT_FOUND: { status: 404, message: "Requested function was not found" },
  REQUEST_TOO_LARGE: { status: 413, message: "Request body too large" },
  EDGE_FUNCTION_ERROR: { status: 500, message: "Internal Server Error" },
  WORKER_ERROR: { status: 500, message: "Function exited due to an error (please check logs)" },
  BOOT_ERROR: { status: 503, message: "Function failed to start (please check logs)" },
  IDLE_TIMEOUT: { status: 504, message: "Function did not answer in time" },
  WORKER_RESOURCE_LIMIT: {
    status: 546,
    message: "Function exceeded its memory or CPU time limit (please check logs)",
  },
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/**
 * Errors of the function itself. Clients distinguish them from errors of the relay: FunctionsHttpError, not
 * FunctionsRelayError.
 */
const BY_THE_FUNCTION: readonly RefusalCode[] = [
  "EDGE_FUNCTION_ERROR",
  "WORKER_ERROR",
  "WORKER_RESOURCE_LIMIT",
];

/**
 * Builds an error response: `code` and `message` as on Supabase, and `error`, the field that the project's own
 * functions use. `cause` is for the developer at this machine.
 */
export function refusal(code: RefusalCode, cause?: unknown): Response {
  const { status, message } = REFUSALS[code];
  const relay: Record<string, string> = BY_THE_FUNCTION.includes(code) ? {} : { "x-relay-error": "true" };
  return Response.json(
    { code, message, error: message, ...(cause instanceof Error ? { details: cause.message } : {}) },
    {
      status,
      headers: {
        ...relay,
        "sb-error-code": code,
        // Pages of any origin may read the error. A function sets the CORS headers of its own responses.
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "sb-error-code, x-relay-error",
      },
    },
  );
}

/** Why a function has no response. `cause` is logged, and sent to the developer at this machine. */
export class FunctionFailure extends Error {
  override readonly name = "FunctionFailure";
  constructor(
    readonly code: RefusalCode,
    cause: unknown,
  ) {
    super(REFUSALS[code].message, { cause });
  }
}
