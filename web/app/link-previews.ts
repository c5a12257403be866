/**
 * What messengers show for a link to a page, by the first part of its address. The build writes it to `previews.json`, which
 * the host reads. It is public, so it never depends on the rest of an address; for pages that ask, the host asks
 * public.link_preview() about the whole address.
 */
import * as words from "#words/app";
import { paths } from "../paths.ts";

export interface LinkPreviews {
  /** Of Home and of addresses without a preview of their own. */
  description: string;
  pages: Readonly<Record<string, { title: string; description: string; asks?: boolean | string }>>;
}

const club = words.previewOfClub;

/** The pages whose preview depends on the address: on each, or on those with this name in the query. */
const asks: Readonly<Record<string, true | string>> = {
  [paths.joinGroup]: true,
  [paths.subscriptions]: "code",
  [paths.leaderboard]: "of",
  [paths.honours]: true,
  [paths.matches]: "match",
};

const previews: readonly (readonly [path: string, title: string, description: string])[] = [
  [paths.matches, words.matches, words.previewOfMatches],
  [paths.round, words.yourRound, words.previewOfMatches],
  [paths.subscriptions, words.subscriptions, words.previewOfSubscriptions],
  [paths.leaderboard, words.leaderboard, words.previewOfLeaderboard],
  [paths.divisions, words.divisions, words.previewOfDivisions],
  [paths.cup, words.cup, words.previewOfCup],
  [paths.lastStanding, words.lastOneStanding, words.previewOfLastStanding],
  [paths.prizes, words.prizes, words.previewOfPrizes],
  [paths.honours, words.honours, words.previewOfHonours],
  [paths.career, words.career, words.previewOfCareer],
  [paths.headToHead, words.headToHead, words.previewOfHeadToHead],
  [paths.archives, words.leaderboardArchives, words.previewOfArchives],
  [paths.groups, words.groups, words.previewOfGroups],
  [paths.joinGroup, words.youAreInvited, words.previewOfInvitation],
  [paths.terms, words.terms, club],
  [paths.privacy, words.privacy, club],
  [paths.prizeRules, words.prizeRules, club],
  [paths.signIn, words.signIn, club],
  [paths.welcome, words.welcome, club],
];

export const linkPreviews: LinkPreviews = {
  description: club,
  pages: Object.fromEntries(
    previews.map(([path, title, description]) => [
      path.split("/")[1] ?? "",
      { title, description, ...(asks[path] && { asks: asks[path] }) },
    ]),
  ),
};
