import { useMutation, useQueryClient } from "@tanstack/react-query";
import { codeOf, messageFor } from "../../../backend/connection/error-messages.ts";
import { toast } from "../../../ui/overlays/toast.ts";

interface Words<Result> {
  /** What to say when it is done; null says nothing. */
  success: string | ((result: Result) => string) | null;
  /** Said when the server gave no reason of its own that an admin could act on. */
  failure: string;
}

interface Options<Result> {
  /** First words of the queries that it makes stale. */
  stale: readonly string[];
  onDone?: (result: Result) => void;
}

/** One act of an admin's: says how it went, and refreshes what depends on it. What was typed stays when it fails. */
export function useAdminMutation<Input, Result>(
  act: (input: Input) => Promise<Result>,
  words: Words<Result>,
  { stale, onDone }: Options<Result>,
) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: act,
    onSuccess: (result) => {
      const said = typeof words.success === "function" ? words.success(result) : words.success;
      if (said) toast.success(said);
      onDone?.(result);
    },
    onError: (error) => toast.error(reasonFor(error, words.failure)),
    // Whatever came of it, what is shown is read again.
    onSettled: () => {
      for (const key of stale) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  return { ...mutation, problem: mutation.error ? reasonFor(mutation.error, words.failure) : null };
}

/** Refusals by a rule are told as such; an act's own words pass; everything else is the plain failure of the act. */
export function reasonFor(error: unknown, failure: string): string {
  if (error instanceof AdminError) return error.message;
  const code = codeOf(error);
  return /^SL00[34]$|^42501$/.test(code) ? messageFor(error, "admin") : failure;
}

/** Words for the admin, from an act that knows better than "it failed". */
export class AdminError extends Error {
  override readonly name = "ActProblem";
}
