import { Component, type ComponentType, createContext, Fragment, type ReactNode, use } from "react";
import { parse } from "regexparam";
import { decoded } from "./decoded.ts";
import { useLocation } from "./location.tsx";

type Wrapper = ComponentType<{ children: ReactNode }>;

export interface Route {
  /** The pattern of the address, with parameters such as `:id`. */
  path: string;
  /** The title of the document. */
  title?: string;
  /** Decides whether the page may be shown. */
  guard?: Wrapper;
  /** Loads the page. The layout stays mounted between routes with the same layout. */
  load: () => Promise<{ Component: ComponentType; Layout?: Wrapper }>;
}

/** Routes that load when an address with one of these prefixes is first opened. */
export interface LazyRoutes {
  prefixes: readonly string[];
  routes: () => Promise<readonly Route[]>;
}

interface Shown {
  route: Route;
  parameters: Readonly<Record<string, string>>;
  page: Awaited<ReturnType<Route["load"]>>;
}

interface Match {
  shown: Promise<Shown>;
  /** The history entry that started it. */
  key: string;
  hasFailed: boolean;
}

/** Finds the pages of addresses and loads their code. */
export class RouteTable {
  readonly #matches = new Map<string, Match>();

  /** `first`: the routes that load with the application. */
  constructor(
    readonly first: readonly Route[],
    readonly lazy: readonly LazyRoutes[],
    readonly notFound: Route,
  ) {}

  /**
   * Returns the same promise for the same address. A failed one is replaced when the address is opened again. `key`: that of the
   * history entry; none to load a page before it is opened.
   */
  find(pathname: string, key = ""): Promise<Shown> {
    const known = this.#matches.get(pathname);
    if (known && !(known.hasFailed && known.key !== key)) return known.shown;
    const match: Match = { shown: this.#load(pathname), key, hasFailed: false };
    match.shown.catch(() => {
      match.hasFailed = true;
    });
    this.#matches.set(pathname, match);
    return match.shown;
  }

  async #load(pathname: string): Promise<Shown> {
    const lazy = this.lazy.find(({ prefixes }) =>
      prefixes.some((known) => `${pathname}/`.startsWith(`${known}/`)),
    );
    for (const route of [...this.first, ...((await lazy?.routes()) ?? [])]) {
      const parameters = parametersIn(pathname, route.path);
      if (parameters) return { route, parameters, page: await route.load() };
    }
    return { route: this.notFound, parameters: {}, page: await this.notFound.load() };
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

/** The parameters in the path of the address, decoded. */
export function useParams(): Readonly<Record<string, string>> {
  return use(ParametersContext);
}

/** Renders the page of the current address. Suspends until its code is loaded, and throws if loading fails. */
export function CurrentPage({ table }: { table: RouteTable }) {
  const { pathname, key } = useLocation();
  const { route, parameters, page } = use(table.find(pathname, key));
  const Guard = route.guard ?? Fragment;
  const Layout = page.Layout ?? Fragment;
  return (
    <TitleContext value={route.title}>
      <ParametersContext value={parameters}>
        <Guard>
          <Layout>
            <page.Component />
          </Layout>
        </Guard>
      </ParametersContext>
    </TitleContext>
  );
}

interface BoundaryProps {
  /** The key of the location. The boundary renders its children again when it changes. */
  at: string;
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** An error boundary that resets when another location is opened. */
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
