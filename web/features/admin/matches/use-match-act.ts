import { useMutation, useQueryClient } from "@tanstack/react-query";
import { codeOf, messageFor } from "../../../backend/connection/error-messages.ts";
import { staleAfterResult, subject } from "../../../backend/queries/query-keys.ts";
import { toast } from "../../../ui/overlays/toast.ts";

interface Words {
  success: string;
  /** Said when the server gave no reason of its own that an admin could act on. */
  failure: string;
}

/** One act on a match: says how it went, refreshes what depends on it, closes its dialog when it is done. */
export function useMatchAct<Input>(act: (input: Input) => Promise<void>, words: Words, onDone: () => void) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: () => {
      toast.success(words.success);
      for (const key of [...staleAfterResult, subject.teams])
        void queries.invalidateQueries({ queryKey: [key] });
      onDone();
    },
    onError: (error) => toast.error(reasonFor(error, words.failure)),
  });
  return { ...mutation, problem: mutation.error ? reasonFor(mutation.error, words.failure) : null };
}

/** Refusals by a rule are told as such; everything else is the plain failure of the act. */
function reasonFor(error: unknown, failure: string): string {
  const code = codeOf(error);
  return /^SL\d{3}$|^23|^42501$/.test(code) ? messageFor(error, "admin") : failure;
}
