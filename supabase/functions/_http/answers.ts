/** One shape for every function: data as it is, errors as { error, code }. Pages of any origin may call. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, x-client-info, apikey, content-type",
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-expose-headers": "retry-after",
  "cache-control": "no-store",
};

/** JSON that no cache keeps. */
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

/** Answers the browser's question before a POST, and refuses every other method; null for a POST. */
export function unlessPost(request: Request): Response | null {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: HEADERS });
  return request.method === "POST"
    ? null
    : refuse(405, "method_not_allowed", "Use POST", { allow: "POST, OPTIONS" });
}

const MAX_BYTES = 10_000;

/** The JSON object of a request; null when it is none or too long. */
export async function readObject(request: Request): Promise<Readonly<Record<string, unknown>> | null> {
  const text = await request.text();
  if (text.length > MAX_BYTES) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/**
 * The caller's address, as what stands in front of the function tells it; empty when it tells none. On Supabase that is
 * cf-connecting-ip: what a client wrote into x-forwarded-for stays in front there. The host drops the one and sets the other.
 */
export function callerAddress({ headers }: Request): string {
  return headers.get("cf-connecting-ip") ?? headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
}
