import { useQuery } from "@tanstack/react-query";
import { savedSettings } from "../../../backend/queries/settings.ts";
import { useSession } from "../../../session/session-store.ts";

/** The settings as they are now: a form that is filled from an older reading would save it over a newer one. */
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
    isError: isError && !isKnown,
    isReading: !isFetchedAfterMount,
    refetch,
  };
}
