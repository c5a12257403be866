/** The errors of the gateway. Each service answers them in the form of its own upstream API. */
export type GatewayErrorKind = "token_expired" | "token_invalid" | "key_unknown";

/** Always 401. `message` is sent to the client. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly status = 401;
  constructor(
    readonly kind: GatewayErrorKind,
    message: string,
  ) {
    super(message);
  }
}

/** PostgREST's body: https://postgrest.org/en/stable/references/errors.html (group 3, JWT). */
export function restBody(error: GatewayError): {
  code: string;
  details: string | null;
  hint: string | null;
  message: string;
} {
  const hint = error.kind === "key_unknown" ? KEY_HINT : null;
  return { code: "PGRST301", details: null, hint, message: error.message };
}

const KEY_HINT = "Double check the API key of this project.";
