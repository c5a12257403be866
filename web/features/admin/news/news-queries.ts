import { infiniteQueryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { removePicture, uploadPicture } from "../../../backend/connection/news-pictures.ts";
import { dataOf, ensureSuccess } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import type { NewsRow } from "../../../backend/types/rows.ts";
import { AdminError } from "../mutations/use-admin-mutation.ts";
import type { NewsFields } from "./news-rules.ts";

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

/** Adds news, or changes `existing`. Uploads a new picture first, and deletes it again if the news is refused. */
export async function saveNews(existing: NewsRow | null, fields: NewsFields): Promise<void> {
  const picture = fields.picture ? await storePicture(fields.picture) : null;
  const row = {
    title: fields.title.trim(),
    content: fields.content.trim(),
    is_active: fields.isActive,
    image_url: picture?.url ?? fields.imageUrl,
    image_position: { ...fields.position },
    title_formatting: { ...fields.titleFormatting },
    content_formatting: { ...fields.contentFormatting },
  };
  const news = backend().rest.from("news");
  try {
    await ensureSuccess(
      existing ? news.update(row).eq("id", existing.id).select("id").single() : news.insert(row),
    );
  } catch (error) {
    if (picture) await removePicture(picture.path);
    throw error;
  }
}

export function deleteNews(news: NewsRow): Promise<void> {
  return ensureSuccess(backend().rest.from("news").delete().eq("id", news.id).select("id").single());
}

async function storePicture(file: File): Promise<{ path: string; url: string }> {
  try {
    return await uploadPicture(file);
  } catch {
    throw new AdminError("Failed to upload image");
  }
}
