import { infiniteQueryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import { newestFirst, pageOf, pagesAfterRow } from "../../../../backend/paging/paging.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { NewsRow } from "../../../../backend/types/rows.ts";
import { fieldsOf, type NewsFields, type NewsText } from "./news-rules.ts";

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
