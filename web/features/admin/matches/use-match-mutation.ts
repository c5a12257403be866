import { staleAfterResult, subject } from "../../../backend/queries/query-keys.ts";
import { useAdminMutation } from "../mutations/use-admin-mutation.ts";

/** The codes of refusals by the rules of a match and by the constraints of its table. */
const reported = /^SL\d{3}$|^23|^42501$/;

/** `useAdminMutation` for a change of one match. */
export function useMatchMutation<Input>(
  change: (input: Input) => Promise<void>,
  words: { success: string; failure: string },
  onDone: () => void,
) {
  return useAdminMutation(change, words, { stale: [...staleAfterResult, subject.teams], onDone, reported });
}
