import { join } from "node:path";
import type { StorageEnvironment } from "../../config/storage-environment.ts";
import { StartError } from "../../database/start-error.ts";
import { openDiskStore } from "./disk-store.ts";
import type { ObjectStore } from "./object-store.ts";

/** Opens the store that the environment names: the data folder or S3. Throws StartError if an S3 setting is missing. */
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
  const { openS3Store } = await import("./s3-store.ts");
  return openS3Store({
    endpoint: url.href.replace(/\/$/, ""),
    region,
    accessKeyId: needed("AWS_ACCESS_KEY_ID"),
    secretAccessKey: needed("AWS_SECRET_ACCESS_KEY"),
  });
}
