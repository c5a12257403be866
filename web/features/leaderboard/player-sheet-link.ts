import { useLocation, useNavigate, useSearchParams } from "../../routing/location.tsx";

const parameter = "player";

/** The address of a player's sheet on this leaderboard. It can be shared, and Back closes the sheet. */
export function usePlayerSheetLink(): (userId: string) => string {
  const [parameters] = useSearchParams();
  return (userId) => {
    const next = new URLSearchParams(parameters);
    next.set(parameter, userId);
    return `?${next}`;
  };
}

/** The player whose sheet the address opens, and a function that closes it. */
export function useOpenPlayerSheet(): { userId: string | null; close: () => void } {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  return {
    userId: parameters.get(parameter),
    close: () => {
      // A sheet that was opened by a link closes with one step back. One that was opened by its address is replaced.
      if (isOpened(state)) return navigate(-1);
      setParameters(
        (known) => {
          known.delete(parameter);
          return known;
        },
        { replace: true, keepsScroll: true },
      );
    },
  };
}

function isOpened(state: unknown): boolean {
  return typeof state === "object" && state !== null && "opened" in state;
}
