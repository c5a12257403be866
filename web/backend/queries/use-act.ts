import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { randomUuid } from "../../browser/random-uuid.ts";
import { useStart } from "../../browser/use-single-run.ts";
import { isUnanswered } from "../offline/or-cached-answer.ts";

interface Options<Result, Input>
  extends Pick<UseMutationOptions<Result, Error, Input>, "onSuccess" | "onError" | "onSettled" | "scope"> {
  /**
   * Changes something on the server. `requestKey` is the same when an input is sent again after a failure, so that the
   * server can recognise a request whose answer was lost.
   */
  act: (input: Input, requestKey: string) => Promise<Result>;
}

/** `mutate` is ignored while the same input is being sent, and when it comes from the second press of a double click. */
export type Act<Result, Input> = Omit<UseMutationResult<Result, Error, Input>, "mutate" | "mutateAsync"> & {
  mutate: (input: Input) => void;
};

/**
 * An act on the server: TanStack Query's mutation, which a double press starts once. If no answer arrives, the page loads again
 * what it shows, because the server may have done it.
 */
export function useAct<Result, Input = void>({
  act,
  ...options
}: Options<Result, Input>): Act<Result, Input> {
  const start = useStart();
  const queries = useQueryClient();
  const attempt = useRef<{ content: string; requestKey: string } | null>(null);
  const { mutateAsync, ...state } = useMutation<Result, Error, Input>({
    ...options,
    // The cache keeps no input, such as a password, after the component has gone.
    gcTime: 0,
    onError: (error, ...rest) => {
      loadAgainIfUnanswered(queries, error);
      return options.onError?.(error, ...rest);
    },
    mutationFn: async (input) => {
      const content = contentOf(input);
      if (attempt.current?.content !== content) attempt.current = { content, requestKey: randomUuid() };
      const result = await act(input, attempt.current.requestKey);
      attempt.current = null;
      return result;
    },
  });
  const mutate = (input: Input) =>
    void start(() => mutateAsync(input), contentOf(input))?.catch(() => undefined);
  return { ...state, mutate };
}

/**
 * After an act that got no answer, although the server may have done it: what the page shows may be out of date. A busy host
 * refuses acts with 503 before it does them.
 */
export function loadAgainIfUnanswered(queries: QueryClient, error: unknown): void {
  if (isUnanswered(error) && Reflect.get(Object(error), "status") !== 503) void queries.invalidateQueries();
}

/** Equal for equal inputs. JSON has no files, so a file is compared by what its name, size and date say. */
function contentOf(input: unknown): string {
  return JSON.stringify([input], (_, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}
