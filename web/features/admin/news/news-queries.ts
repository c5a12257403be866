import { infiniteQueryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import {
  removePicture,
  type StoredPicture,
  uploadPicture,
} from "../../../backend/connection/news-pictures.ts";
import { dataOf, ensureSuccess } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { NewsRow } from "../../../backend/types/rows.ts";
import { AdminError } from "../mutations/use-admin-mutation.ts";
import { forgetDraft } from "./news-draft.ts";
import { isLargePicture, type NewsFields, type NewsText, textOf } from "./news-rules.ts";
import type { PictureUpload } from "./picture-upload.ts";

const page = 20;

/** All news including hidden news, latest first, page by page. */
export const allNews = infiniteQueryOptions({
  queryKey: [subject.news, "all"],
  initialPageParam: 0,
  queryFn: ({ pageParam }) =>
    dataOf(
      backend()
        .rest.from("news")
        .select("*")
        .order("created_at", { ascending: false })
        .order("id")
        .range(pageParam, pageParam + page - 1),
    ),
  getNextPageParam: (last, pages) => (last.length < page ? null : pages.length * page),
});

/**
 * Adds news, or changes `existing`. Uploads a new picture first, and deletes it again if the news is refused. Resolves to
 * false, with nothing saved, if the upload is stopped.
 */
export async function saveNews(
  existing: NewsRow | null,
  fields: NewsFields,
  upload: PictureUpload,
): Promise<boolean> {
  const text = textOf(fields);
  const picture = fields.picture
    ? await storePicture(existing?.id ?? null, text, fields.picture, upload)
    : undefined;
  if (picture === null) return false;
  const row = { ...text, image_url: picture?.url ?? text.image_url };
  const news = backend().rest.from("news");
  try {
    await ensureSuccess(
      existing ? news.update(row).eq("id", existing.id).select("id").single() : news.insert(row),
    );
  } catch (error) {
    if (picture) await removePicture(picture.path);
    throw error;
  } finally {
    // The picture is either used or deleted, so its upload must not be continued.
    if (picture) forgetDraft();
  }
  return true;
}

export function deleteNews(news: NewsRow): Promise<void> {
  return ensureSuccess(backend().rest.from("news").delete().eq("id", news.id).select("id").single());
}

/** Resolves to null if the upload is stopped. */
async function storePicture(
  newsId: string | null,
  text: NewsText,
  file: File,
  upload: PictureUpload,
): Promise<StoredPicture | null> {
  try {
    if (!isLargePicture(file)) return await uploadPicture(file);
    const { uploadLargePicture } = await import("./large-picture.ts");
    return await uploadLargePicture(newsId, text, file, upload);
  } catch {
    throw new AdminError("Failed to upload image");
  }
}
