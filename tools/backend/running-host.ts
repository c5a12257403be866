/** Finds the running host of a data folder. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isProof } from "../../server/gateway/host-proof.ts";
import { readKeys } from "../../server/gateway/keys.ts";

const runningHost = z.object({ url: z.url() });
const proofResponse = z.object({ proof: z.string() });
/** A busy machine may need seconds. Without a proof the command would start a second host. */
const PROOF_MS = 30_000;

/**
 * The address of this data folder's host, or null if none runs. A killed host leaves `host.json` behind, and another
 * program may use its port now: the host must prove that it has the keys of the folder.
 */
export async function urlOfRunningHost(dataDir: string): Promise<string | null> {
  const path = join(dataDir, "host.json");
  const keys = readKeys(dataDir);
  if (!keys || !existsSync(path)) return null;
  const host = runningHost.safeParse(parseJson(readFileSync(path, "utf8")));
  if (!host.success) return null;
  const { url } = host.data;
  const challenge = randomBytes(32).toString("base64url");
  try {
    const response = await fetch(new URL(`/host-proof?challenge=${challenge}`, url), {
      redirect: "error",
      signal: AbortSignal.timeout(PROOF_MS),
    });
    const answer = proofResponse.safeParse(await response.json());
    return answer.success && isProof(answer.data.proof, keys.secret_key, url, challenge) ? url : null;
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the host was killed while it wrote the file
  }
}
