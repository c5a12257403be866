import {
  newsBucket,
  picturePath,
  pictureUrl,
  type StoredPicture,
} from "../../../../backend/pictures/news-pictures.ts";
import {
  deleteUpload,
  RefusedUploadError,
  uploadResumable,
} from "../../../../backend/pictures/resumable-upload.ts";
import {
  forgetDraft,
  isSameFile,
  keepDraft,
  type NewsDraft,
  storedDraft,
  updateDraft,
} from "./news-draft.ts";
import type { EditedNews, NewsText } from "./news-rules.ts";
import { cancelled, type PictureUpload } from "./picture-upload.ts";

/**
 * Uploads a large picture in chunks, or continues the upload of the stored draft if it has the same file. Resolves to
 * null if the upload is stopped: a cancelled upload is deleted, any other can be continued.
 */
export async function uploadLargePicture(
  existing: EditedNews | null,
  text: NewsText,
  file: File,
  { signal, onChange }: PictureUpload,
): Promise<StoredPicture | null> {
  const newsId = existing?.id ?? null;
  const { path, uploadUrl } = draftFor(existing, text, file);
  const { size } = file;
  const events = {
    onAddress: (address: string) => updateDraft({ uploadUrl: address }),
    onProgress: (sent: number) => onChange({ sent, size, isWaiting: false }),
    onStored: (stored: number) => updateDraft({ stored }),
    onWaiting: () => onChange({ sent: storedDraft(newsId)?.stored ?? 0, size, isWaiting: true }),
  };
  try {
    const done = await uploadResumable({ bucket: newsBucket, path, file, uploadUrl }, events, signal);
    if (done) return { path, url: await pictureUrl(path) };
  } catch (error) {
    if (error instanceof RefusedUploadError) forgetDraft();
    throw error;
  }
  if (signal.reason === cancelled) void discardUpload(newsId);
  return null;
}

/** Removes the draft and deletes its unfinished upload. */
export async function discardUpload(newsId: string | null): Promise<void> {
  const address = storedDraft(newsId)?.uploadUrl;
  forgetDraft();
  if (address) await deleteUpload(address);
}

function draftFor(existing: EditedNews | null, text: NewsText, file: File): NewsDraft {
  const { name, size, lastModified } = file;
  const { id: newsId, seen } = existing ?? { id: null, seen: null };
  const known = storedDraft(newsId);
  const draft =
    known && isSameFile(known, file)
      ? { ...known, text, seen }
      : {
          newsId,
          text,
          seen,
          file: { name, size, lastModified },
          path: picturePath(file),
          uploadUrl: null,
          stored: 0,
        };
  keepDraft(draft);
  return draft;
}
