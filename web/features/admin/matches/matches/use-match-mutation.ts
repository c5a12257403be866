import { staleAfterResult, subject } from "../../../../backend/queries/query-keys.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";

/** The codes of refusals by the rules of a match and by the constraints of its table. */
const reported = /^SL\d{3}$|^23|^42501$/;

/** `useAdminMutation` for a change of one match. If the change returns an id, it can be undone with it. */
export function useMatchMutation<Input>(
  change: (input: Input, requestKey: string) => Promise<string | null | undefined>,
  words: { success: string; failure: string },
  onDone: () => void,
) {
  return useAdminMutation(change, words, {
    stale: [...staleAfterResult, subject.teams],
    onDone,
    reported,
    undoId: (id) => id ?? null,
  });
}
