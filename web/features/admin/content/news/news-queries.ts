import { infiniteQueryOptions } from "@tanstack/react-query";
import * as words from "#words/admin-content";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import { newestFirst, pageOf, pagesAfterRow } from "../../../../backend/paging/paging.ts";
import {
  removePicture,
  type StoredPicture,
  uploadPicture,
} from "../../../../backend/pictures/news-pictures.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { NewsRow } from "../../../../backend/types/rows.ts";
import { changeRow } from "../../shared/mutations/change-row.ts";
import { AdminError } from "../../shared/mutations/use-admin-mutation.ts";
import { forgetDraft } from "./news-draft.ts";
import {
  type EditedNews,
  fieldsOf,
  isLargePicture,
  type NewsFields,
  type NewsText,
  textOf,
} from "./news-rules.ts";
import type { PictureUpload } from "./picture-upload.ts";

const page = 20;

/** All news including hidden news, latest first, page by page. */
export const allNews = infiniteQueryOptions({
  queryKey: [subject.news, "all"],
  meta: { isDated: true },
  ...pagesAfterRow<NewsRow>(page),
  queryFn: ({ pageParam }) =>
    dataOf(pageOf(backend().rest.from("news").select("*"), newestFirst, page, pageParam)),
});

/** News as the form opens it. */
export function openedNews(news: NewsText): Loaded<NewsFields, NewsText> {
  const { title, content, is_active, image_url, image_position, title_formatting, content_formatting } = news;
  const formatting = { image_position, title_formatting, content_formatting };
  return { values: fieldsOf(news), seen: { title, content, is_active, image_url, ...formatting } };
}

export async function loadNews(id: string): Promise<Loaded<NewsFields, NewsText>> {
  return openedNews(await dataOf(backend().rest.from("news").select("*").eq("id", id).single()));
}

/**
 * Adds news, or changes `existing` if it is as it was seen (SL016). Uploads a new picture first, and deletes it again if the
 * news is refused. Resolves to false, with nothing saved, if the upload is stopped. `newId`: the id of added news; a second
 * call with it adds none.
 */
export async function saveNews(
  existing: EditedNews | null,
  fields: NewsFields,
  upload: PictureUpload,
  newId: string,
): Promise<boolean> {
  const text = textOf(fields);
  const picture = fields.picture ? await storePicture(existing, text, fields.picture, upload) : undefined;
  if (picture === null) return false;
  const row = { ...text, image_url: picture?.url ?? text.image_url };
  try {
    if (existing) await changeRow("news", existing.id, row, existing.seen);
    else
      await ensureSuccess(
        backend()
          .rest.from("news")
          .upsert({ ...row, id: newId }, { onConflict: "id", ignoreDuplicates: true }),
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
  existing: EditedNews | null,
  text: NewsText,
  file: File,
  upload: PictureUpload,
): Promise<StoredPicture | null> {
  try {
    if (!isLargePicture(file)) return await uploadPicture(file);
    const { uploadLargePicture } = await import("./large-picture.ts");
    return await uploadLargePicture(existing, text, file, upload);
  } catch {
    throw new AdminError(words.failedToUploadImage);
  }
}
