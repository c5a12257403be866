import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { pushState } from "../../backend/push/push-setting.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDevice } from "../../backend/queries/query-meta.ts";

/** The player's choice for each kind of message, in the order of the screen. */
export const messageChoices = (userId: string) =>
  queryOptions({
    queryKey: [subject.profile, userId, "messages"],
    meta: onDevice,
    queryFn: () => dataOf(backend().rest.rpc("my_message_choices")),
  });

/** Whether push messages arrive on this device. Never cached, because it can change outside the page. */
export const pushOnThisDevice = (userId: string) =>
  queryOptions({
    queryKey: ["this device", userId, "push"],
    meta: { isOnDevice: false },
    queryFn: () => pushState(userId),
    staleTime: 0,
  });

/** The URL of the player's calendar. Anyone with the URL can read the calendar. */
export const calendarAddress = (userId: string) =>
  queryOptions({
    queryKey: ["calendar", userId],
    meta: { isOnDevice: false },
    queryFn: async () => addressOf(await dataOf(backend().rest.rpc("my_calendar_token"))),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function addressOf(token: string): string {
  return `${backend().config.url}/functions/v1/calendar/${token}.ics`;
}
