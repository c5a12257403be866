/** What Home shows beside, above and below the matches. One file, because each file costs a request. */
export { ClubNews } from "./club-news.tsx";
export { HomeAside } from "./home-aside.tsx";
export { LiveNow } from "./live/live-now.tsx";
