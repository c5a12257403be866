import { Component, type ComponentType, createContext, Fragment, type ReactNode, use } from "react";
import { parse } from "regexparam";
import { decoded } from "./decoded.ts";
import { useLocation } from "./location.tsx";

type Frame = ComponentType<{ children: ReactNode }>;

export interface Route {
  /** With `:id` for a part that differs. */
  path: string;
  /** What the browser calls the page. */
  title?: string;
  /** Decides whether the page may be shown. */
  guard?: Frame;
  /** Loads the page. Routes that have the same frame keep it when one page follows another. */
  load: () => Promise<{ Component: ComponentType; Frame?: Frame }>;
}

/** Routes that load when one of these beginnings is first opened. */
export interface LaterRoutes {
  beginnings: readonly string[];
  routes: () => Promise<readonly Route[]>;
}

interface Shown {
  route: Route;
  parameters: Readonly<Record<string, string>>;
  page: Awaited<ReturnType<Route["load"]>>;
}

interface Search {
  shown: Promise<Shown>;
  /** The entry of the history for which it was made. */
  key: string;
  hasFailed: boolean;
}

/** Finds the pages of addresses and loads their code. */
export class RouteTable {
  readonly #searches = new Map<string, Search>();

  /** `other`: the page of all other addresses. */
  constructor(
    readonly first: readonly Route[],
    readonly later: readonly LaterRoutes[],
    readonly other: Route,
  ) {}

  /** The same promise for the same address, unless it has failed and the address is opened again. */
  find(pathname: string, key: string): Promise<Shown> {
    const known = this.#searches.get(pathname);
    if (known && !(known.hasFailed && known.key !== key)) return known.shown;
    const search: Search = { shown: this.#load(pathname), key, hasFailed: false };
    search.shown.catch(() => {
      search.hasFailed = true;
    });
    this.#searches.set(pathname, search);
    return search.shown;
  }

  async #load(pathname: string): Promise<Shown> {
    const later = this.later.find(({ beginnings }) =>
      beginnings.some((known) => `${pathname}/`.startsWith(`${known}/`)),
    );
    for (const route of [...this.first, ...((await later?.routes()) ?? [])]) {
      const parameters = parametersIn(pathname, route.path);
      if (parameters) return { route, parameters, page: await route.load() };
    }
    return { route: this.other, parameters: {}, page: await this.other.load() };
  }
}

function parametersIn(pathname: string, path: string): Record<string, string> | null {
  const { pattern, keys } = parse(path);
  const found = pattern.exec(pathname);
  if (!found) return null;
  return Object.fromEntries(keys.map((key, at) => [key, decoded(found[at + 1] ?? "")]));
}

const TitleContext = createContext<string | undefined>(undefined);
const ParametersContext = createContext<Shown["parameters"]>({});

/** The title of the current route. */
export function useRouteTitle(): string | undefined {
  return use(TitleContext);
}

/** The parts of the address that the route names, decoded. */
export function useParams(): Readonly<Record<string, string>> {
  return use(ParametersContext);
}

/** The page of the current address. Suspends until its code is loaded, and throws if that fails. */
export function CurrentPage({ table }: { table: RouteTable }) {
  const { pathname, key } = useLocation();
  const { route, parameters, page } = use(table.find(pathname, key));
  const Guard = route.guard ?? Fragment;
  const Around = page.Frame ?? Fragment;
  return (
    <TitleContext value={route.title}>
      <ParametersContext value={parameters}>
        <Guard>
          <Around>
            <page.Component />
          </Around>
        </Guard>
      </ParametersContext>
    </TitleContext>
  );
}

interface BoundaryProps {
  /** Changes with the location: another page gets another try. */
  at: string;
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** Shows `fallback` in place of a page that cannot be rendered, until another location is opened. */
export class PageBoundary extends Component<BoundaryProps, { failure?: { error: unknown; at: string } }> {
  override state: { failure?: { error: unknown; at: string } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error, at: "" } };
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, { failure }: PageBoundary["state"]) {
    if (!failure) return null;
    if (failure.at === "") return { failure: { ...failure, at } };
    return failure.at === at ? null : { failure: undefined };
  }

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
