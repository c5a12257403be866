/**
 * What messengers show for a link to a page, by the first part of its address. The build writes it to `previews.json`, which
 * the host reads. It is public, so it never depends on the rest of an address; for pages that ask, the host asks
 * public.link_preview() about the whole address.
 */
import { paths } from "../paths.ts";

export interface LinkPreviews {
  /** Of Home and of addresses without a preview of their own. */
  description: string;
  pages: Readonly<Record<string, { title: string; description: string; asks?: boolean }>>;
}

const club = "Predict the score of every match, earn points, climb the table.";

const previews: readonly (readonly [path: string, title: string, description: string])[] = [
  [paths.matches, "Matches", "Predict the next matches before they kick off."],
  [paths.subscriptions, "Subscriptions", "Redeem a code and predict its competition."],
  [paths.leaderboard, "Leaderboard", "Who leads, by season, matchday and month."],
  [paths.honours, "Honours", "Champions, winners of matchdays and months, and records."],
  [paths.headToHead, "Head to head", "Two players compared, match by match."],
  [paths.archives, "Leaderboard Archives", "The final tables of earlier competitions."],
  [paths.groups, "Groups", "A leaderboard for you and your friends."],
  [paths.joinGroup, "You are invited to a group", "Join, predict scores and compare your points."],
  [paths.signIn, "Sign In", club],
  [paths.welcome, "Welcome", club],
];

export const linkPreviews: LinkPreviews = {
  description: club,
  pages: Object.fromEntries(
    previews.map(([path, title, description]) => [
      path.split("/")[1] ?? "",
      { title, description, ...(path === paths.joinGroup && { asks: true }) },
    ]),
  ),
};
