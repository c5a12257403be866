import { useQueryClient } from "@tanstack/react-query";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { EditNotSaved } from "../../backend/edits/save-edit.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { invitations } from "./group-queries.ts";

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
