import { join } from "node:path";
import type { StorageEnvironment } from "../../config/storage-environment.ts";
import { StartError } from "../../database/start-error.ts";
import { openDiskStore } from "./disk-store.ts";
import type { ObjectStore } from "./object-store.ts";
import type { S3Settings } from "./s3-store.ts";

const S3 = "STORAGE_BACKEND=s3";

/** Opens the store that the environment names: the data folder or S3. Throws StartError if an S3 setting is missing. */
export async function openStore(environment: StorageEnvironment, dataDir: string): Promise<ObjectStore> {
  if (environment.STORAGE_BACKEND === "file") return openDiskStore(join(dataDir, "storage"));
  const { openS3Store } = await import("./s3-store.ts");
  return openS3Store(s3Settings(environment, needed(environment, "STORAGE_S3_BUCKET", S3), S3));
}

/** The settings of a bucket with the environment's endpoint and keys. Throws StartError if one is missing, which `reason` needs. */
export function s3Settings(environment: StorageEnvironment, bucket: string, reason: string): S3Settings {
  const region = needed(environment, "STORAGE_S3_REGION", reason);
  const url = new URL(environment.STORAGE_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`);
  if (environment.STORAGE_S3_FORCE_PATH_STYLE === "true") {
    url.pathname = `${url.pathname.replace(/\/$/, "")}/${bucket}`;
  } else {
    url.hostname = `${bucket}.${url.hostname}`;
  }
  return {
    endpoint: url.href.replace(/\/$/, ""),
    region,
    accessKeyId: needed(environment, "AWS_ACCESS_KEY_ID", reason),
    secretAccessKey: needed(environment, "AWS_SECRET_ACCESS_KEY", reason),
  };
}

function needed(environment: StorageEnvironment, name: keyof StorageEnvironment, reason: string): string {
  const value = environment[name];
  if (!value) throw new StartError(`${reason} needs ${name}.`);
  return value;
}
