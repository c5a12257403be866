/*
 * The history of the page: where it is, the ways to another page, and a guard that may stop them. The browser's entries have
 * in their state what this module needs to know the way between two of them.
 */

export interface Location {
  pathname: string;
  /** "" or with its "?". */
  search: string;
  /** "" or with its "#". */
  hash: string;
  /** What the navigation to this entry left in it. It outlasts a reload. */
  state: unknown;
  /** Names the entry of the history. Entries of overlays have the key of their page. */
  key: string;
  /** How the page came here; a visit begins with "POP", as a step in the history does. */
  action: "POP" | "PUSH" | "REPLACE";
  /** The reader stays where the page is scrolled to. */
  keepsScroll: boolean;
}

export interface NavigateOptions {
  /** Takes the place of the current entry, so that Back skips it. */
  replace?: boolean;
  state?: unknown;
  keepsScroll?: boolean;
}

/** The address of a page, also relative to the current one, or a number of steps in the history. */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

/** Returns true to stop the way to another page, which `proceed` takes later. */
export type Guard = (from: Location, to: Location, proceed: () => void) => boolean;

/** The state of a browser's entry. */
interface Entry {
  key: string;
  /** Counts the entries, so that a step back can be told from one forward. */
  index: number;
  state?: unknown;
  /** How many overlays are open in this entry. */
  overlays?: number;
}

/** Milliseconds after which a step is given up: without an entry to go to, the browser says nothing. */
const longestStep = 2_000;

export class PageHistory {
  /** Set while input is guarded. */
  guard: Guard | null = null;
  location: Location;
  #index: number;
  /** Ends the step that this class makes. */
  #endStep: (() => void) | null = null;
  #isProceeding = false;
  readonly #afterStep: (() => void)[] = [];
  readonly #followers = new Set<(location: Location) => void>();
  readonly #leaving = new Set<(location: Location) => void>();
  readonly #steps = new Set<(isOwn: boolean) => void>();

  /** Begins at the window's address. */
  constructor() {
    const entry = currentEntry() ?? { key: newKey(), index: 0 };
    window.history.replaceState(entry, "");
    this.#index = entry.index;
    this.location = locationOf(entry, "POP");
    window.addEventListener("popstate", this.#onStep);
  }

  readonly navigate: Navigate = (to, options = {}) => {
    if (typeof to === "number") return window.history.go(to);
    this.#whenStill(() => this.#navigate(to, options));
  };

  #navigate(to: string, options: NavigateOptions): void {
    const url = new URL(to, window.location.origin + this.location.pathname + this.location.search);
    const entry = {
      key: newKey(),
      index: 0,
      ...(options.state === undefined ? {} : { state: options.state }),
    };
    const proceed = () => {
      // A page that is opened from an overlay takes the place of the overlay's entry, so that Back skips it.
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

  /** The browser takes its time for a step. What is opened meanwhile would be left by it. */
  #whenStill(action: () => void): void {
    if (this.#endStep) this.#afterStep.push(action);
    else action();
  }

  /** Called with each new location. Returns what ends it. */
  follow(follower: (location: Location) => void): () => void {
    return added(this.#followers, follower);
  }

  /** Called with the location that the page leaves, while the page still shows it. */
  beforeLeaving(listener: (location: Location) => void): () => void {
    return added(this.#leaving, listener);
  }

  /** Called after each step in the history. `isOwn`: `step` has made it. */
  onStep(listener: (isOwn: boolean) => void): () => void {
    return added(this.#steps, listener);
  }

  /** The number of overlays that are open in the current entry. */
  get overlays(): number {
    return currentEntry()?.overlays ?? 0;
  }

  /** Adds an entry for an overlay of the page: the same page, which Back reaches first. */
  addOverlay(): void {
    this.#index += 1;
    const entry = { ...currentEntry(), index: this.#index, overlays: this.overlays + 1 };
    window.history.pushState(entry, "");
  }

  /** True until the browser has made a step of `step`. */
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
    // The browser has added an entry, for a fragment.
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
      this.#whenStill(() => {
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
    for (const follower of this.#followers) follower(next);
  }
}

/** Writes another address into the current entry, of which the page is told nothing. */
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
