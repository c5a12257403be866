import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as words from "#words/groups";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import type { Loaded } from "../../backend/edits/save-edit.ts";
import { allRows } from "../../backend/paging/all-rows.ts";
import { type Order, pageOf } from "../../backend/paging/paging.ts";
import { formByPlayer } from "../../backend/queries/form-and-crowd.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDevice, pointsIn } from "../../backend/queries/query-meta.ts";
import { joined } from "../../backend/requests/read-together.ts";
import type { GroupMemberRow, GroupWinnerRow } from "../../backend/types/rows.ts";
import { type GroupColumns, type GroupSettings, openedGroup } from "./group-rules.ts";

export const myGroups = queryOptions({
  queryKey: [subject.groups, "mine"],
  meta: onDevice,
  queryFn: () => dataOf(joined(backend().rest.rpc("my_groups"))),
});

/** Null if the player is not a member, or there is no such group. */
export const group = (id: string) =>
  queryOptions({
    queryKey: [subject.groups, id],
    meta: onDevice,
    queryFn: async () =>
      (await dataOf(joined(backend().rest.rpc("group_details", { _group_id: id }))))[0] ?? null,
  });

const ownerFirst: Order<GroupMemberRow> = [
  ["is_owner", "desc"],
  ["full_name", "asc"],
  ["user_id", "asc"],
];

/** All members, the owner first, then by name. */
export const membersOf = (id: string) =>
  queryOptions({
    queryKey: [subject.groups, id, "members"],
    meta: onDevice,
    queryFn: () =>
      allRows<GroupMemberRow>((size, after) =>
        dataOf(pageOf(backend().rest.rpc("members_of_group", { _group_id: id }), ownerFirst, size, after)),
      ),
  });

/** The predictions of the player's groups for a live match. They no longer change. */
export const livePicks = (matchId: string) =>
  queryOptions({
    queryKey: [subject.groups, "live picks", matchId],
    meta: onDevice,
    queryFn: () => dataOf(backend().rest.rpc("group_match_predictions", { _match_id: matchId })),
  });

/** The next matches to lock, with who has not predicted them. */
export const groupNextMatches = (id: string) =>
  queryOptions({
    queryKey: [subject.groups, id, "next matches"],
    meta: onDevice,
    queryFn: () => dataOf(joined(backend().rest.rpc("group_next_matches", { _group_id: id }))),
    // Nobody is told what others or the player on another page have predicted meanwhile.
    refetchInterval: 60_000,
    refetchOnMount: "always",
  });

export const groupPageSize = 50;

/** A page of a group's leaderboard, best first. Its key begins as a leaderboard's, so results load it again. */
export const groupLeaderboard = (id: string, league: string, page: number) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "group", id, page],
    meta: pointsIn(league),
    queryFn: () =>
      dataOf(
        joined(
          backend().rest.rpc("group_leaderboard", {
            _group_id: id,
            league,
            page_limit: groupPageSize,
            page_offset: page * groupPageSize,
          }),
        ),
      ),
    placeholderData: keepPreviousData,
  });

const periodsOfPage = 5;

/**
 * Who of the group won matchdays and months, and who leads those that are not final, latest first, page by page. A page has at
 * most three rows of each.
 */
export const groupWinners = (id: string) =>
  infiniteQueryOptions({
    queryKey: [subject.leaderboard, "Overall", "group winners", id],
    meta: pointsIn(null),
    initialPageParam: null as GroupWinnerRow | null,
    getNextPageParam: (page: readonly GroupWinnerRow[]) =>
      new Set(page.map((row) => row.period_id)).size < periodsOfPage ? null : (page.at(-1) ?? null),
    queryFn: ({ pageParam: last }) =>
      dataOf(
        joined(
          backend().rest.rpc("group_winners", {
            _group_id: id,
            last_periods: periodsOfPage,
            ...(last && { before_period: last.period_id, before_day: last.last_day }),
          }),
        ),
      ),
  });

/** The last five results of these members that count in the group, oldest first; null where there was no prediction. */
export const groupForm = (id: string, league: string, userIds: readonly string[]) => {
  // The same members in another order, as after a result, are the same query.
  const members = userIds.toSorted();
  return queryOptions({
    queryKey: [subject.leaderboard, league, "group form", id, members],
    meta: pointsIn(league),
    queryFn: () =>
      dataOf(joined(backend().rest.rpc("group_last_five", { _group_id: id, league, user_ids: members }))),
    select: formByPlayer,
    enabled: members.length > 0,
  });
};

/** The crowd's figures on the group's leaderboard; null before a result that counts. */
export const groupCrowd = (id: string, league: string) =>
  queryOptions({
    queryKey: [subject.leaderboard, league, "group crowd", id],
    meta: pointsIn(league),
    queryFn: async () =>
      (await dataOf(joined(backend().rest.rpc("group_crowd", { _group_id: id, league }))))[0] ?? null,
  });

/** The beginning of the keys of invitations. */
export const invitations = ["invitation"] as const;

/** What an invite link leads to. Loaded once for a visitor and once for a member, because every wrong code counts. */
export const invitation = (code: string, isVisitor: boolean) =>
  queryOptions({
    queryKey: [...invitations, code, isVisitor],
    meta: { isOnDevice: false },
    queryFn: async () => (await dataOf(backend().rest.rpc("preview_group", { _code: code })))[0] ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export async function loadGroup(id: string): Promise<Loaded<GroupSettings, GroupColumns>> {
  const [details] = await dataOf(joined(backend().rest.rpc("group_details", { _group_id: id })));
  if (!details) throw new Error(words.thereIsNoSuchGroup);
  return openedGroup(details);
}
