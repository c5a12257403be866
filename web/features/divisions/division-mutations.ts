import { useQueryClient } from "@tanstack/react-query";
import * as words from "#words/divisions";
import { backend } from "../../backend/connection/client.ts";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { ownWrite } from "../../backend/requests/marks.ts";
import { toast } from "../../ui/overlays/toast.ts";

/** Takes the place of a ghost, and says in which division. */
export function useJoinDivisions() {
  const queries = useQueryClient();
  return useAct({
    act: () => dataOf(ownWrite(subject.divisions, backend().rest.rpc("join_divisions"))),
    onSuccess: (division) => toast.success(words.youAreIn({ division })),
    onError: (error) => toast.error(messageFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: [subject.divisions] }),
  });
}
