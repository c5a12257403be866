import { useQueryClient } from "@tanstack/react-query";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { messageFor } from "../../../../backend/connection/error-messages.ts";
import { EditNotSaved } from "../../../../backend/edits/save-edit.ts";
import { savedBy } from "../../../../backend/edits/saved-by.ts";
import { asOwnResults } from "../../../../backend/live/own-results.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { useAct } from "../../../../backend/queries/use-act.ts";
import { checkRolesAgain } from "../../../../session/session-store.ts";
import { toast } from "../../../../ui/overlays/toast.ts";
import { offerUndo, openUndos } from "../undo/undo.ts";

interface Words<Result> {
  /** The toast after success; null shows none. */
  success: string | ((result: Result) => string | null) | null;
  /** The message when the server gives no reason that an admin could act on. */
  failure: string;
}

interface Options<Input, Result> {
  /** The subjects of the queries to load again. */
  stale: readonly string[];
  onDone?: (result: Result, input: Input) => void;
  onFailed?: (error: Error, input: Input) => void;
  /** The codes of refusals that are shown in the words of the error table instead of `failure`. */
  reported?: RegExp;
  /** The id with which the action can be undone, or null. The toast then has a button for it. */
  undoId?: (result: Result) => string | null | Promise<string | null>;
}

/** The codes of the role check, the rate limit and a missing privilege. */
const notAllowed = /^SL00[34]$|^42501$/;

/** A change by an admin (`useAct`): shows a toast with the result, and loads the stale subjects again. */
export function useAdminMutation<Input, Result>(
  change: (input: Input, requestKey: string) => Promise<Result>,
  words: Words<Result>,
  { stale, onDone, onFailed, reported = notAllowed, undoId }: Options<Input, Result>,
) {
  const queries = useQueryClient();
  const mutation = useAct({
    act: (input: Input, requestKey: string) => {
      const send = () => change(input, requestKey);
      return stale.includes(subject.leaderboard) ? asOwnResults(send) : send();
    },
    onSuccess: (result, input) => {
      const message = typeof words.success === "function" ? words.success(result) : words.success;
      if (message && undoId) void offerUndo(queries, message, undoId(result));
      else if (message) toast.success(message);
      onDone?.(result, input);
    },
    onError: (error, input) => {
      if (error instanceof EditNotSaved) return;
      if (codeOf(error) === "SL003") checkRolesAgain();
      toast.error(reasonFor(error, words.failure, reported));
      onFailed?.(error, input);
    },
    // After a failure too: another admin may have changed the data.
    onSettled: () => {
      for (const key of stale) void queries.invalidateQueries({ queryKey: [key] });
      if (undoId) void queries.invalidateQueries({ queryKey: openUndos.queryKey });
    },
  });
  const { error } = mutation;
  const isProblem = error !== null && !(error instanceof EditNotSaved);
  return { ...mutation, problem: isProblem ? reasonFor(error, words.failure, reported) : null };
}

/** The message for a failed change: a reported refusal, the error's own message, or the general failure. */
export function reasonFor(error: unknown, failure: string, reported = notAllowed): string {
  if (error instanceof AdminError) return error.message;
  const message = reported.test(codeOf(error)) ? messageFor(error, "admin") : failure;
  const by = savedBy(error);
  return by === null ? message : `${by} ${message}`;
}

/** An error whose message is written for the admin. */
export class AdminError extends Error {
  override readonly name = "AdminError";
}
