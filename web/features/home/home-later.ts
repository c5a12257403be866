/** What Home shows after its matches: the news below them, and live matches. One file, because each file costs a request. */
export { ClubNews } from "./club-news.tsx";
export { LiveNow } from "./live/live-now.tsx";
