/** Compresses larger responses if the client accepts it: lists of rows shrink to a fifth or less. */
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { acceptedEncoding } from "../../gateway/bodies/content-encoding.ts";
import type { Answer } from "./answer.ts";

const MIN_LENGTH = 2048;
/** Runs in zlib's threads at the cheapest level: 11 KB of rows take 0.2 ms. */
const gzipped = promisify(gzip);

/** True for a body that is compressed for clients that accept it. Bytes are mostly images, which do not compress. */
export function isCompressible(body: Answer["body"]): body is string {
  return typeof body === "string" && body.length >= MIN_LENGTH;
}

/** Null if the body should be sent as it is. */
export async function compressed(
  body: Answer["body"],
  acceptEncoding: string | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isCompressible(body) || acceptedEncoding(acceptEncoding, ["gzip"]) === "") return null;
  return new Uint8Array(await gzipped(body, { level: constants.Z_BEST_SPEED }));
}
