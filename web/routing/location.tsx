import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import type { Location, Navigate, NavigateOptions, PageHistory } from "./page-history.ts";

/** The location in the build, which renders the first paint without a window. */
const nowhere: Location = {
  pathname: "/",
  search: "",
  hash: "",
  state: null,
  key: "",
  action: "POP",
  keepsScroll: false,
};

const LocationContext = createContext(nowhere);
const NavigateContext = createContext<Navigate>(() => undefined);

/** Provides the location. A new one is rendered in a transition, so the last page stays until the code of the next one is loaded. */
export function LocationProvider({ history, children }: { history: PageHistory; children: ReactNode }) {
  const [location, setLocation] = useState(history.location);
  useLayoutEffect(() => {
    const show = (next: Location) => startTransition(() => setLocation(next));
    // A child may have navigated before this effect.
    show(history.location);
    return history.subscribe(show);
  }, [history]);
  return (
    <NavigateContext value={history.navigate}>
      <LocationContext value={location}>{children}</LocationContext>
    </NavigateContext>
  );
}

export function useLocation(): Location {
  return use(LocationContext);
}

export function useNavigate(): Navigate {
  return use(NavigateContext);
}

type Change = (change: (known: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/** The query parameters, and a function that opens the page with other ones. */
export function useSearchParams(): [URLSearchParams, Change] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback<Change>(
    (of, options) => navigate(`${pathname}?${of(new URLSearchParams(search))}`, options),
    [navigate, pathname, search],
  );
  return [parameters, change];
}

/** Opens another page and replaces this one in the history. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate();
  useLayoutEffect(() => navigate(to, { replace: true, state }), [navigate, to, state]);
  return null;
}
