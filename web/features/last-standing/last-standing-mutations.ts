import { useQueryClient } from "@tanstack/react-query";
import * as words from "#words/last-standing";
import { backend } from "../../backend/connection/client.ts";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { dataOf, ensureSuccess } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { ownWrite } from "../../backend/requests/marks.ts";
import { toast } from "../../ui/overlays/toast.ts";

/** Enters the game; with a code if it needs one. Resolves to the outcome, also of a refused code. */
export function useEnter(onDone: (outcome: string) => void) {
  const queries = useQueryClient();
  return useAct({
    act: (code: string | null) =>
      dataOf(
        ownWrite(
          subject.lastStanding,
          backend().rest.rpc("enter_last_standing", code === null ? {} : { _code: code }),
        ),
      ),
    onSuccess: ({ outcome }) => {
      if (outcome === "entered") toast.success(words.youHaveEntered);
      onDone(outcome);
    },
    onError: (error) => toast.error(messageFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: [subject.lastStanding] }),
  });
}

/** Chooses a team of an entry for a matchday. */
export function useChooseTeam(entryId: string) {
  const queries = useQueryClient();
  return useAct({
    act: ({ number, id }: { number: number; id: string; name: string }) =>
      ensureSuccess(
        ownWrite(
          subject.lastStanding,
          backend().rest.rpc("choose_last_standing_team", {
            _entry_id: entryId,
            _number: number,
            _team_id: id,
          }),
        ),
      ),
    onSuccess: (_, { name }) => toast.success(words.youHaveChosen({ team: name })),
    onError: (error) => toast.error(messageFor(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: [subject.lastStanding] }),
  });
}
