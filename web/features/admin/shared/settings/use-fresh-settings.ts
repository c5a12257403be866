import { useQuery } from "@tanstack/react-query";
import { savedSettings } from "../../../../backend/queries/settings.ts";
import { useSession } from "../../../../session/session-store.ts";

/** The settings as a query that loads again on mount, so that no form begins with outdated values. */
export function useFreshSettings() {
  const { user } = useSession();
  const { data, error, isError, isFetchedAfterMount, refetch } = useQuery({
    ...savedSettings(user?.id ?? null),
    refetchOnMount: "always",
  });
  const isKnown = isFetchedAfterMount && data !== undefined;
  return {
    data: isKnown ? data : undefined,
    error,
    isLoadingError: isError && !isKnown,
    isPending: !isFetchedAfterMount,
    refetch,
  };
}
