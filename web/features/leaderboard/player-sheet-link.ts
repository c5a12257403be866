import { useLocation, useNavigate, useSearchParams } from "react-router";

const parameter = "player";

/** The address of a player's sheet over this very table: it can be shared, and Back closes it. */
export function usePlayerSheetLink(): (userId: string) => string {
  const [parameters] = useSearchParams();
  return (userId) => {
    const next = new URLSearchParams(parameters);
    next.set(parameter, userId);
    return `?${next}`;
  };
}

/** Whose sheet the address names, and how to close it. */
export function useOpenPlayerSheet(): { userId: string | null; close: () => void } {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  return {
    userId: parameters.get(parameter),
    close: () => {
      // Opened from the table: one step back. Opened by its address: the table takes its place.
      if (isOpened(state)) return void navigate(-1);
      setParameters(
        (known) => {
          known.delete(parameter);
          return known;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}

function isOpened(state: unknown): boolean {
  return typeof state === "object" && state !== null && "opened" in state;
}
