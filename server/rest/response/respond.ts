/** What is sent for an answer: the headers that every response has, those that SQL has set, and the compressed body. */
import type { Sent } from "../../gateway/http/sent.ts";
import type { Answer } from "./answer.ts";
import { compressed, isCompressible } from "./compress.ts";

/** The request headers that a response depends on. Source: PostgREST's App.hs, varyHeader. */
const VARY = "Accept, Prefer, Range";
const COMPRESSIBLE_VARY = `${VARY}, Accept-Encoding`;

/** `common`: the headers of every answer, which SQL cannot replace. */
export async function sentFor(
  { status, headers, overrides, body }: Answer,
  acceptEncoding: string | null,
  common: Readonly<Record<string, string>>,
): Promise<Sent> {
  const canCompress = isCompressible(body);
  const sent: Record<string, string> = {
    vary: canCompress ? COMPRESSIBLE_VARY : VARY,
    ...headers,
    ...common,
  };
  const bytes = canCompress && acceptEncoding !== null ? await compressed(body, acceptEncoding) : null;
  if (bytes !== null) sent["content-encoding"] = "gzip";
  return {
    status,
    headers: overrides ? overridden(sent, overrides, common) : sent,
    body: bytes ?? body,
  };
}

function overridden(
  sent: Record<string, string>,
  overrides: NonNullable<Answer["overrides"]>,
  common: Readonly<Record<string, string>>,
): Headers {
  for (const [name] of overrides) if (name !== "content-encoding") delete sent[name];
  const headers = new Headers(sent);
  for (const [name, value] of overrides) headers.append(name, value);
  for (const name in common) headers.set(name, common[name] ?? "");
  return headers;
}
