import { join } from "node:path";
import { z } from "zod";
import { StartError } from "../database/start-error.ts";
import type { Cdn } from "../storage/cdn.ts";
import { openDiskStore } from "../storage/stores/disk-store.ts";
import type { ObjectStore } from "../storage/stores/object-store.ts";

/** What the environment says of storage, under upstream's names. Nothing here may refuse a secret by its value. */
export const storageVariables = {
  STORAGE_BACKEND: z.enum(["file", "s3"]).default("file"),
  STORAGE_S3_BUCKET: z.string().optional(),
  STORAGE_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  STORAGE_S3_REGION: z.string().optional(),
  STORAGE_S3_FORCE_PATH_STYLE: z.enum(["true", "false"]).default("false"),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  CDN_PURGE_ENDPOINT_URL: z.url({ protocol: /^https?$/ }).optional(),
  CDN_PURGE_ENDPOINT_KEY: z.string().optional(),
};

const environment = z.object(storageVariables);
export type StorageEnvironment = z.infer<typeof environment>;

/** Where the bytes of uploads lie: in the data folder, or in S3. Throws StartError where a setting of S3 is missing. */
export async function openStore(environment: StorageEnvironment, dataDir: string): Promise<ObjectStore> {
  if (environment.STORAGE_BACKEND === "file") return openDiskStore(join(dataDir, "storage"));
  const needed = (name: keyof StorageEnvironment): string => {
    const value = environment[name];
    if (!value) throw new StartError(`STORAGE_BACKEND=s3 needs ${name}.`);
    return value;
  };
  const [bucket, region] = [needed("STORAGE_S3_BUCKET"), needed("STORAGE_S3_REGION")];
  const url = new URL(environment.STORAGE_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`);
  if (environment.STORAGE_S3_FORCE_PATH_STYLE === "true") {
    url.pathname = `${url.pathname.replace(/\/$/, "")}/${bucket}`;
  } else {
    url.hostname = `${bucket}.${url.hostname}`;
  }
  const { openS3Store } = await import("../storage/stores/s3-store.ts");
  return openS3Store({
    endpoint: url.href.replace(/\/$/, ""),
    region,
    accessKeyId: needed("AWS_ACCESS_KEY_ID"),
    secretAccessKey: needed("AWS_SECRET_ACCESS_KEY"),
  });
}

/** Null where none is named. */
export function cdnOf(environment: StorageEnvironment, project: string): Cdn | null {
  const { CDN_PURGE_ENDPOINT_URL: endpoint, CDN_PURGE_ENDPOINT_KEY: key } = environment;
  return endpoint ? { endpoint, key, project } : null;
}
