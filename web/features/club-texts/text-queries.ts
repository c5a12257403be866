import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { onDevice } from "../../backend/queries/query-meta.ts";
import type { TextKind } from "../../backend/types/notices.ts";

/** A text as it is shown; null if the club shows none. */
export const clubText = (kind: TextKind) =>
  queryOptions({
    // not a text: a key
    queryKey: [subject.settings, "text", kind],
    meta: onDevice,
    queryFn: async () => (await dataOf(backend().rest.rpc("club_text", { _kind: kind })))[0] ?? null,
  });

/** What the member has to confirm before the next prediction; null for nothing. */
export const dueConfirmation = (userId: string) =>
  queryOptions({
    // not a text: a key
    queryKey: [subject.profile, "due confirmation", userId],
    meta: { isOnDevice: false },
    queryFn: async () => (await dataOf(backend().rest.rpc("my_due_confirmation")))[0] ?? null,
  });
