import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { Audience } from "../../../../backend/types/admin-rows.ts";
import { inReadingOrder } from "../../../../ui/text/reading-order.ts";
import { throwRefusal } from "../../shared/acts/throw-refusal.ts";

/** A scheduled message is sent without a message to this page, so the list is loaded again every minute. */
const refreshEvery = 60_000;

const mostGroups = 200;

/** Whom a message reaches; the id of the competition or the group is empty for the other audiences. */
export interface Recipients {
  audience: Audience;
  competition: string;
  group: string;
}

/** How many members a message reaches, and how many of them by which way. */
export interface Reach {
  members: number;
  bell: number;
  push: number;
  email: number;
}

/** The scheduled messages, the next first, then the latest that were sent. */
export const clubMessages = queryOptions({
  queryKey: [subject.notifications, "club messages"],
  queryFn: () => dataOf(backend().rest.rpc("club_messages")),
  refetchInterval: refreshEvery,
});

/** The newest groups, by name. */
export const groupChoices = queryOptions({
  queryKey: [subject.groups, "recipients"],
  queryFn: async () => {
    const groups = await dataOf(backend().rest.rpc("admin_groups", { page_limit: mostGroups }));
    return groups.sort((one, other) => inReadingOrder(one.name, other.name));
  },
});

/** How far a sent message has come: who has read it, and what still waits. Always loaded again. */
export const messageProgress = (id: string) =>
  queryOptions({
    queryKey: [subject.notifications, "progress", id],
    queryFn: async () => {
      const [row] = await dataOf(backend().rest.rpc("club_message_progress", { _message_id: id }));
      return row ?? { unread: 0, has_read: 0, waiting: 0 };
    },
    gcTime: 0,
  });

export function recipientArguments({ audience, competition, group }: Recipients) {
  return {
    _audience: audience,
    ...(audience === "subscribers" ? { _competition_id: competition } : {}),
    ...(audience === "group" ? { _group_id: group } : {}),
  };
}

/** Throws AdminError with the text of the database if that is refused, like the others. */
export async function reachOf(recipients: Recipients): Promise<Reach> {
  const counted = dataOf(backend().rest.rpc("preview_club_message", recipientArguments(recipients)));
  const [row] = await counted.catch(throwRefusal);
  return row ?? { members: 0, bell: 0, push: 0, email: 0 };
}
