import { useInfiniteQuery } from "@tanstack/react-query";
import * as words from "#words/home";
import { backend } from "../../backend/connection/client.ts";
import { serverNow } from "../../backend/connection/server-clock.ts";
import type { NewsRow } from "../../backend/types/rows.ts";
import { longDate, matchDay } from "../../football/time/kick-off.ts";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import {
  formattingOf,
  positionOf,
  styleOf,
  type TextFormatting,
  transformOf,
} from "../../ui/text/text-formatting.ts";
import "./news-and-aside.css";
import { LoadMoreButton } from "../../ui/loading/load-more-button.tsx";
import { latestNews } from "./home-queries.ts";

const plainTitle: TextFormatting = {
  fontFamily: "heading",
  fontSize: "xl",
  isBold: false,
  isUnderline: false,
  isItalic: false,
};
const plainContent: TextFormatting = { ...plainTitle, fontFamily: "sans", fontSize: "base" };

/** The club's news. Shows nothing if there is none. */
export function ClubNews() {
  const news = useInfiniteQuery(latestNews);
  const items = news.data?.pages.flat() ?? [];
  if (news.data && items.length === 0) return null;
  return (
    <section aria-labelledby="club-news">
      <div className="section-head">
        <h2 id="club-news">{words.fromTheClub}</h2>
      </div>
      {news.isPending && <SkeletonRows count={2} height={120} label={words.loadingNews} />}
      <div className="news">
        {items.map((item, at) => (
          <Item key={item.id} item={item} lead={at === 0} />
        ))}
      </div>
      <FailedQueries title={words.failedToFetchNews} queries={[news]} />
      {!news.isFetchNextPageError && (
        <LoadMoreButton query={news} className="btn secondary load-more">
          {words.olderNews}
        </LoadMoreButton>
      )}
    </section>
  );
}

function Item({ item, lead }: { item: NewsRow; lead: boolean }) {
  const title = formattingOf(item.title_formatting, lead ? { ...plainTitle, fontSize: "2xl" } : plainTitle);
  const content = formattingOf(item.content_formatting, plainContent);
  const picture = item.image_url !== null || lead;
  return (
    <article className={picture ? "with-picture" : ""}>
      {picture && <Picture item={item} />}
      <div>
        <time dateTime={item.created_at}>{dateOf(item.created_at)}</time>
        <h3 style={styleOf(title)}>{item.title}</h3>
        <p style={styleOf(content)}>{item.content}</p>
      </div>
    </article>
  );
}

/** The picture at its chosen position, or a drawing with the date if the news has no picture. */
function Picture({ item }: { item: NewsRow }) {
  const day = new Date(item.created_at);
  return (
    <div className="news-picture grass">
      {item.image_url ? (
        <img
          src={addressOf(item.image_url)}
          alt=""
          loading="lazy"
          decoding="async"
          style={{ transform: transformOf(positionOf(item.image_position)) }}
        />
      ) : (
        <span aria-hidden="true">
          <b>{day.getDate()}</b>
          <span>{matchDay(item.created_at).split(" ").at(-1)}</span>
        </span>
      )}
    </div>
  );
}

/** Stored pictures have URLs without an origin, because the club's address can change. */
function addressOf(url: string): string {
  return url.startsWith("/") ? `${backend().config.url}${url}` : url;
}

function dateOf(instant: string): string {
  return new Date(instant).getFullYear() === new Date(serverNow()).getFullYear()
    ? matchDay(instant)
    : longDate(instant);
}
