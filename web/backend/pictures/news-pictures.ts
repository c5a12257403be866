import { StorageClient } from "@supabase/storage-js";
import { backend } from "../connection/client.ts";
import { serverNow } from "../connection/server-clock.ts";
import { serviceFetch } from "../requests/service-fetch.ts";

export const newsBucket = "news-images";

export interface StoredPicture {
  path: string;
  url: string;
}

/** A new path for a picture, `news/<timestamp>.<extension>`. */
export function picturePath(file: File): string {
  const extension = /\.(\w{1,5})$/.exec(file.name)?.[1]?.toLowerCase() ?? "jpg";
  return `news/${serverNow()}.${extension}`;
}

/** Uploads a news picture in one request. Throws StorageError. */
export async function uploadPicture(file: File): Promise<StoredPicture> {
  const files = await newsImages();
  const path = picturePath(file);
  const { error } = await files.upload(path, file, { contentType: file.type });
  if (error) throw error;
  return { path, url: files.getPublicUrl(path).data.publicUrl };
}

/** The public URL of a stored picture. */
export async function pictureUrl(path: string): Promise<string> {
  return (await newsImages()).getPublicUrl(path).data.publicUrl;
}

/** Deletes a picture. After a failure the file stays, unused. */
export async function removePicture(path: string): Promise<void> {
  await (await newsImages()).remove([path]);
}

async function newsImages() {
  const { config, token } = backend();
  const headers = { apikey: config.publishable_key, Authorization: `Bearer ${await token()}` };
  const storage = new StorageClient(`${config.url}/storage/v1`, headers, serviceFetch);
  return storage.from(newsBucket);
}
