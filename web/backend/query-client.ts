import { QueryClient } from "@tanstack/react-query";
import { isTransient } from "./errors.ts";

/** Retries what may heal (network, 5xx), never a refusal. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failure) => 400 * 2 ** failure,
      },
      mutations: { retry: false },
    },
  });
}
