import { StorageClient } from "@supabase/storage-js";
import { backend } from "./client.ts";

const bucket = "news-images";

/** Uploads a news picture as `news/<timestamp>.<extension>`. Resolves to its path and public URL; throws StorageError. */
export async function uploadPicture(file: File): Promise<{ path: string; url: string }> {
  const files = await newsImages();
  const extension = /\.(\w{1,5})$/.exec(file.name)?.[1]?.toLowerCase() ?? "jpg";
  const path = `news/${Date.now()}.${extension}`;
  const { error } = await files.upload(path, file, { contentType: file.type });
  if (error) throw error;
  return { path, url: files.getPublicUrl(path).data.publicUrl };
}

/** Deletes a picture. After a failure the file stays, unused. */
export async function removePicture(path: string): Promise<void> {
  await (await newsImages()).remove([path]);
}

async function newsImages() {
  const { config, token } = backend();
  const storage = new StorageClient(`${config.url}/storage/v1`, {
    apikey: config.publishable_key,
    Authorization: `Bearer ${await token()}`,
  });
  return storage.from(bucket);
}
