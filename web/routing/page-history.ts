/*
 * Client-side navigation: the current location, opening pages, steps in the history, and a guard that can block a navigation. The
 * state of each history entry has its key and its position, so that a step back can be told from a step forward.
 */

export interface Location {
  pathname: string;
  /** "" or with its "?". */
  search: string;
  /** "" or with its "#". */
  hash: string;
  /** The state that the navigation passed. The browser keeps it across reloads. */
  state: unknown;
  /** Identifies the page's history entry. The entries of its overlays have the same key. */
  key: string;
  /** "POP" for a step in the history and for the first location of a visit. */
  action: "POP" | "PUSH" | "REPLACE";
  /** The page is not scrolled to its top. */
  keepsScroll: boolean;
}

export interface NavigateOptions {
  /** Replaces the current history entry, so that Back skips it. */
  replace?: boolean;
  state?: unknown;
  keepsScroll?: boolean;
}

/** `to`: an address, which may be relative to the current one, or a number of steps in the history. */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

/** Returns true to block the navigation. `proceed` continues it later. */
export type Guard = (from: Location, to: Location, proceed: () => void) => boolean;

/** The state of a browser's entry. */
interface Entry {
  key: string;
  /** The position in the history. */
  index: number;
  state?: unknown;
  /** How many overlays are open in this entry. */
  overlays?: number;
}

/** Milliseconds to wait for a step. The browser fires no event if there is no entry to go to. */
const longestStep = 2_000;

export class PageHistory {
  /** Set by the first form that asks before unsaved input is lost. */
  guard: Guard | null = null;
  location: Location;
  #index: number;
  /** Ends the pending step; null without one. */
  #endStep: (() => void) | null = null;
  #isProceeding = false;
  readonly #afterStep: (() => void)[] = [];
  readonly #subscribers = new Set<(location: Location) => void>();
  readonly #leaving = new Set<(location: Location) => void>();
  readonly #steps = new Set<(isOwn: boolean) => void>();

  /** Starts with the address of the window. */
  constructor() {
    const entry = currentEntry() ?? { key: newKey(), index: 0 };
    window.history.replaceState(entry, "");
    this.#index = entry.index;
    this.location = locationOf(entry, "POP");
    window.addEventListener("popstate", this.#onStep);
  }

  readonly navigate: Navigate = (to, options = {}) => {
    if (typeof to === "number") return window.history.go(to);
    this.#afterPendingStep(() => this.#navigate(to, options));
  };

  #navigate(to: string, options: NavigateOptions): void {
    const url = new URL(to, window.location.origin + this.location.pathname + this.location.search);
    const entry = {
      key: newKey(),
      index: 0,
      ...(options.state === undefined ? {} : { state: options.state }),
    };
    const proceed = () => {
      // A page that is opened from an overlay replaces the overlay's entry, so that Back skips it.
      const isReplaced = options.replace || this.overlays > 0;
      if (!isReplaced) this.#index += 1;
      const change = isReplaced ? "replaceState" : "pushState";
      this.#leave();
      window.history[change]({ ...entry, index: this.#index }, "", url);
      this.#show({
        ...locationOf(entry, isReplaced ? "REPLACE" : "PUSH"),
        keepsScroll: options.keepsScroll ?? false,
      });
    };
    const { pathname, search, hash } = url;
    const next: Location = { ...this.location, pathname, search, hash, key: entry.key };
    if (!this.guard?.(this.location, next, proceed)) proceed();
  }

  /** The browser makes a step asynchronously. It would leave a page that is opened before the step ends. */
  #afterPendingStep(action: () => void): void {
    if (this.#endStep) this.#afterStep.push(action);
    else action();
  }

  /** Calls the listener with each new location. Returns the unsubscribing function, as the other two do. */
  subscribe(listener: (location: Location) => void): () => void {
    return added(this.#subscribers, listener);
  }

  /** Calls the listener with the old location before the page changes. */
  beforeLeaving(listener: (location: Location) => void): () => void {
    return added(this.#leaving, listener);
  }

  /** Calls the listener after each step in the history. `isOwn`: the step was made by `step`. */
  onStep(listener: (isOwn: boolean) => void): () => void {
    return added(this.#steps, listener);
  }

  /** The number of overlays that are open in the current entry. */
  get overlays(): number {
    return currentEntry()?.overlays ?? 0;
  }

  /** Adds a history entry for an overlay, with the address of its page. */
  addOverlay(): void {
    this.#index += 1;
    const entry = { ...currentEntry(), index: this.#index, overlays: this.overlays + 1 };
    window.history.pushState(entry, "");
  }

  /** True while a step of `step` is pending. */
  get isStepping(): boolean {
    return this.#endStep !== null;
  }

  step(count: number): void {
    const limit = setTimeout(() => this.#endStep?.(), longestStep);
    this.#endStep = () => {
      clearTimeout(limit);
      this.#endStep = null;
      for (const next of this.#afterStep.splice(0)) next();
    };
    window.history.go(count);
  }

  close(): void {
    window.removeEventListener("popstate", this.#onStep);
  }

  readonly #onStep = () => {
    const known = currentEntry();
    // The browser added the entry for a link to a fragment.
    const entry = known ?? { key: newKey(), index: this.#index + 1 };
    if (!known) window.history.replaceState(entry, "");
    const count = entry.index - this.#index;
    this.#index = entry.index;
    const isOwn = this.isStepping;
    if (entry.key !== this.location.key) this.#arrive(locationOf(entry, "POP"), count);
    this.#endStep?.();
    for (const listener of this.#steps) listener(isOwn);
  };

  #arrive(next: Location, count: number): void {
    const proceed = () =>
      this.#afterPendingStep(() => {
        this.#isProceeding = true;
        window.history.go(count);
      });
    const mayPass = this.#isProceeding || !this.guard?.(this.location, next, proceed);
    this.#isProceeding = false;
    if (mayPass) {
      this.#leave();
      this.#show(next);
    } else window.history.go(-count);
  }

  #leave(): void {
    for (const listener of this.#leaving) listener(this.location);
  }

  #show(next: Location): void {
    this.location = next;
    for (const listener of this.#subscribers) listener(next);
  }
}

/** Changes the address of the current history entry. The page does not navigate and no listener is called. */
export function rewriteAddress(path: string): void {
  window.history.replaceState(window.history.state, "", path);
}

function added<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => void set.delete(item);
}

function currentEntry(): Entry | null {
  const { state } = window.history;
  return typeof state?.key === "string" && typeof state.index === "number" ? state : null;
}

function locationOf({ key, state = null }: Entry, action: Location["action"]): Location {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state, key, action, keepsScroll: false };
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
