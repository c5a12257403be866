import { QueryClient, type QueryPersister } from "@tanstack/react-query";
import { nextTask } from "../../browser/when-idle.ts";
import { isTransient } from "./error-messages.ts";

/** Retries what may heal (network, 5xx), never a refusal. Where nobody answers, what was last seen stays or comes back. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The browser's word for a lost network pauses nothing: a screen says what it knows instead of waiting for ever.
        networkMode: "always",
        refetchOnReconnect: true,
        persister: askOrLastSeen,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failure) => 400 * 2 ** failure,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** What to do without an answer is loaded once the first question is on its way. */
let lastSeen: Promise<typeof import("../offline/cached-answers.ts")> | undefined;

/** The answer as soon as it is there. */
const askOrLastSeen: QueryPersister = (ask, context, query) => {
  const asked = Promise.resolve(ask(context));
  lastSeen ??= nextTask().then(() => import("../offline/cached-answers.ts"));
  const orLastSeen = lastSeen.then(
    (module) => module.orCachedAnswer(asked, query),
    () => {
      lastSeen = undefined;
      return asked;
    },
  );
  return Promise.race([asked.catch(() => orLastSeen), orLastSeen]);
};
