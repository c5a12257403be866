import * as words from "#words/admin-content";
import { backend } from "../../../../backend/connection/client.ts";
import { ensureSuccess } from "../../../../backend/connection/response.ts";
import {
  removePicture,
  type StoredPicture,
  uploadPicture,
} from "../../../../backend/pictures/news-pictures.ts";
import type { NewsRow } from "../../../../backend/types/rows.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";
import { changeRow } from "../change-row.ts";
import { forgetDraft } from "./news-draft.ts";
import { type EditedNews, isLargePicture, type NewsFields, type NewsText, textOf } from "./news-rules.ts";
import type { PictureUpload } from "./picture-upload.ts";

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
