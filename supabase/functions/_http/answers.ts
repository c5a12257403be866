/** The response format of every function: data unchanged, errors as { error, code }. Pages of any origin may call. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, x-client-info, apikey, content-type",
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-expose-headers": "retry-after",
  "cache-control": "no-store",
};

/** An uncached JSON response. */
export function answer(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(body, { status, headers: { ...HEADERS, ...headers } });
}

/** `error` is for people, `code` for programs. */
export function refuse(
  status: number,
  code: string,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return answer({ error, code }, status, headers);
}

/** Answers CORS preflights and refuses other methods; null for a POST. */
export function unlessPost(request: Request): Response | null {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: HEADERS });
  return request.method === "POST"
    ? null
    : refuse(405, "method_not_allowed", "Use POST", { allow: "POST, OPTIONS" });
}

const MAX_BYTES = 10_000;
/** PostgreSQL cannot store NUL or half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const ALL_UNSTORABLE = new RegExp(UNSTORABLE, "gu");

/** True for text that PostgreSQL can store. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** The text with U+FFFD in place of what PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replace(ALL_UNSTORABLE, "\ufffd");
}

/** The JSON object of a request; null if it is invalid, too long or has text that cannot be stored. */
export async function readObject(request: Request): Promise<Readonly<Record<string, unknown>> | null> {
  const text = await request.text();
  if (text.length > MAX_BYTES) return null;
  try {
    const value: unknown = JSON.parse(text, (_name, part: unknown) => {
      if (typeof part === "string" && !isStorable(part)) throw new TypeError("Text that cannot be stored");
      return part;
    });
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/**
 * The caller's address as reported by the proxy in front of the function, or an empty string. On Supabase that is
 * cf-connecting-ip, because x-forwarded-for begins with what the client sent. The host removes the former and sets the latter.
 */
export function callerAddress({ headers }: Request): string {
  return headers.get("cf-connecting-ip") ?? headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
}
