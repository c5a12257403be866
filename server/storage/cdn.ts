import type { StorageEnvironment } from "../config/storage-environment.ts";
import { limitedFetch } from "../outgoing.ts";

/** The CDN in front of this host, configured like Supabase's by CDN_PURGE_ENDPOINT_URL and _KEY. */
export interface Cdn {
  endpoint: string;
  key?: string | undefined;
  /** The project's name at the CDN. */
  project: string;
}

/** What to purge: everything, a bucket or an object. `transforms` purges only transformed images. */
export interface Purge {
  bucket?: string | undefined;
  name?: string | undefined;
  transforms: boolean;
}

const request = limitedFetch({ timeMs: 10_000, bytes: 0 });

/** Throws if the CDN does not confirm the purge. */
export async function purge(cdn: Cdn, { bucket, name, transforms }: Purge): Promise<void> {
  const kind = name !== undefined ? "object" : bucket !== undefined ? "bucket" : "tenant";
  const authorization = cdn.key ? { authorization: `Bearer ${cdn.key}` } : {};
  const response = await request(`${cdn.endpoint.replace(/\/$/, "")}/purge`, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization },
    body: JSON.stringify({
      type: transforms ? `${kind}-transforms` : kind,
      tenant: { ref: cdn.project },
      bucketId: bucket,
      objectName: name,
    }),
  });
  if (!response.ok) throw new Error(`the CDN answered ${response.status}`);
}

/** The configured CDN, or null. */
export function cdnOf(environment: StorageEnvironment, project: string): Cdn | null {
  const { CDN_PURGE_ENDPOINT_URL: endpoint, CDN_PURGE_ENDPOINT_KEY: key } = environment;
  return endpoint ? { endpoint, key, project } : null;
}
