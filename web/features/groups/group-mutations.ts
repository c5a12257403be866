import { useQueryClient } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { dataOf, ensureSuccess } from "../../backend/connection/response.ts";
import { EditNotSaved } from "../../backend/edits/save-edit.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import type { JoinedGroupRow } from "../../backend/types/rows.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { invitations } from "./group-queries.ts";
import type { GroupColumns, GroupSettings } from "./group-rules.ts";

/** Returns the new group's id. With the `requestKey` of an earlier call, that call's group. */
export function createGroup(settings: GroupSettings, requestKey: string): Promise<string> {
  return dataOf(
    backend().rest.rpc("create_group", {
      _name: settings.name,
      _first_colour: settings.firstColour,
      _second_colour: settings.secondColour,
      _counts_from_joining: settings.countsFromJoining,
      _request_key: requestKey,
    }),
  );
}

/** Changes a group if its settings are as they were seen; fails with SL016 otherwise. */
export function updateGroup(id: string, settings: GroupSettings, seen: GroupColumns): Promise<void> {
  return ensureSuccess(
    backend().rest.rpc("update_group", {
      _group_id: id,
      _name: settings.name,
      _first_colour: settings.firstColour,
      _second_colour: settings.secondColour,
      _counts_from_joining: settings.countsFromJoining,
      _seen: { ...seen },
      _members_invite: settings.membersInvite,
    }),
  );
}

export async function joinGroup(code: string): Promise<JoinedGroupRow> {
  const [row] = await dataOf(backend().rest.rpc("join_group", { _code: code }));
  // not a text: for developers
  if (!row) throw new Error("join_group returned no row");
  return row;
}

/** The actions on a group that need only its id. */
export type GroupAction =
  | "leave_group"
  | "delete_group"
  | "restore_group"
  | "renew_group_code"
  | "revoke_group_code";

export function actOnGroup(action: GroupAction, id: string): Promise<void> {
  return ensureSuccess(backend().rest.rpc(action, { _group_id: id }));
}

/** The actions on a group's member. */
export type MemberAction = "remove_group_member" | "hand_over_group";

export function actOnMember(action: MemberAction, id: string, userId: string): Promise<void> {
  return ensureSuccess(backend().rest.rpc(action, { _group_id: id, _user_id: userId }));
}

/** A change of a group: says in a toast how it ended, and loads the groups and their leaderboards again. */
export function useGroupMutation<Input, Result>(
  act: (input: Input, requestKey: string) => Promise<Result>,
  { success, onDone }: { success: string; onDone?: (result: Result, input: Input) => void },
) {
  const queries = useQueryClient();
  const reload = () => {
    for (const queryKey of [[subject.groups], [subject.leaderboard], invitations])
      void queries.invalidateQueries({ queryKey });
  };
  return useAct({
    act,
    onSuccess: (result, input) => {
      toast.success(success);
      reload();
      onDone?.(result, input);
    },
    onError: (error) => {
      if (error instanceof EditNotSaved) return;
      toast.error(messageFor(error));
      // A refusal is often about something that the page does not show yet.
      reload();
    },
  });
}
