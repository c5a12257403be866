/** Renders a part of the page in jsdom, for tests of what it says and does. What only a browser shows is for `tests/e2e`. */
import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";
import { LocationProvider } from "../routing/location.tsx";
import { PageHistory } from "../routing/page-history.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

export interface Rendered {
  /** The last control with this label. */
  field(label: string): HTMLInputElement;
  type(label: string, text: string): Promise<void>;
  press(button: string): Promise<void>;
  text(): string;
  /** Waits for what a request changes, as long as the test may take. */
  until(isSo: () => boolean): Promise<void>;
  /** What is loaded of a query. */
  data(query: { queryKey: QueryKey }): unknown;
  /** Waits until no query and no part of the page is being loaded. */
  loaded(): Promise<void>;
}

/** Renders the element in an empty document. `path` and `state`: the current location. */
export async function rendered(element: ReactNode, path = "/", state?: unknown): Promise<Rendered> {
  let isOver = false;
  const before = new PageHistory();
  before.navigate(path, { replace: true, state });
  before.close();
  const history = new PageHistory();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  document.body.replaceChildren();
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  onTestFinished(async () => {
    isOver = true;
    // A mounted element would render again after the test, when jsdom has removed the window.
    await act(async () => root.unmount());
    queries.clear();
    history.close();
  });
  await act(async () =>
    root.render(
      <QueryClientProvider client={queries}>
        <LocationProvider history={history}>{element}</LocationProvider>
      </QueryClientProvider>,
    ),
  );
  const field = (label: string) => {
    const named = [...container.querySelectorAll("label")].findLast(
      ({ textContent }) => textContent === label,
    );
    const control = named?.control;
    // not a text: for developers
    if (!(control instanceof HTMLInputElement)) throw new Error(`There is no field "${label}"`);
    return control;
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo() && !isOver) await act(() => new Promise((turn) => setTimeout(turn)));
  };
  return {
    field,
    async type(label, text) {
      const control = field(label);
      // React notices only what the native setter has written.
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      await act(async () => {
        set?.call(control, text);
        control.dispatchEvent(new Event("input", { bubbles: true }));
      });
    },
    async press(name) {
      const button = [...container.querySelectorAll("button")].find(
        ({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name,
      );
      // not a text: for developers
      if (!button) throw new Error(`There is no button "${name}"`);
      await act(async () => button.click());
    },
    text: () => container.textContent ?? "",
    until,
    data: ({ queryKey }) => queries.getQueryData(queryKey),
    async loaded() {
      do await act(() => vi.dynamicImportSettled());
      while (queries.isFetching() > 0 && !isOver);
    },
  };
}
