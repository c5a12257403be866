/** Sends an answer: the headers that every response has, those that SQL has set, and the compressed body. */
import type { Answer } from "./answer.ts";
import { compressed, isCompressible } from "./compress.ts";

/** The request headers that a response depends on. Source: PostgREST's App.hs, varyHeader. */
const VARY = "Accept, Prefer, Range";

export async function respond(
  { status, headers, overrides = [], body }: Answer,
  acceptEncoding: string | null,
): Promise<Response> {
  const bytes = await compressed(body, acceptEncoding);
  const sent: Record<string, string> = { vary: VARY, ...headers };
  const names = new Set(overrides.map(([name]) => name));
  for (const name of names) delete sent[name];
  if (isCompressible(body) && !names.has("vary")) sent.vary = `${VARY}, Accept-Encoding`;
  if (bytes !== null) sent["content-encoding"] = "gzip";
  const response = new Response(bytes ?? body, { status, headers: sent });
  for (const [name, value] of overrides) response.headers.append(name, value);
  return response;
}
