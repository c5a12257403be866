import type { StorageEnvironment } from "../config/storage-environment.ts";

/** The cache in front of this host that can be told to forget, as upstream's CDN_PURGE_ENDPOINT_URL and _KEY. */
export interface Cdn {
  endpoint: string;
  key?: string | undefined;
  /** What the project is called there. */
  project: string;
}

/** What to forget: everything, a bucket or an object; `transforms`: its transformed pictures alone. */
export interface Purge {
  bucket?: string | undefined;
  name?: string | undefined;
  transforms: boolean;
}

const TIMEOUT_MS = 10_000;

/** Throws when it does not do it. */
export async function purge(cdn: Cdn, { bucket, name, transforms }: Purge): Promise<void> {
  const kind = name !== undefined ? "object" : bucket !== undefined ? "bucket" : "tenant";
  const authorization = cdn.key ? { authorization: `Bearer ${cdn.key}` } : {};
  const response = await fetch(`${cdn.endpoint.replace(/\/$/, "")}/purge`, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization },
    body: JSON.stringify({
      type: transforms ? `${kind}-transforms` : kind,
      tenant: { ref: cdn.project },
      bucketId: bucket,
      objectName: name,
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the cache answered ${response.status}`);
}

/** The configured CDN, or null. */
export function cdnOf(environment: StorageEnvironment, project: string): Cdn | null {
  const { CDN_PURGE_ENDPOINT_URL: endpoint, CDN_PURGE_ENDPOINT_KEY: key } = environment;
  return endpoint ? { endpoint, key, project } : null;
}
