/** What Home shows beside and below the matches. One file, because each file costs a request. */
export { ClubNews } from "./club-news.tsx";
export { HomeAside } from "./home-aside.tsx";
