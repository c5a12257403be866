export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Takes a request and answers it later; null for a request that has to be sent now. */
export type Collector = (url: string, init: RequestInit | undefined, send: Fetch) => Promise<Response> | null;

let collector: Collector | null = null;

/** A `fetch` whose requests a collector can take. `together.ts`, which loads later than the first requests, sets it. */
export function collectable(send: Fetch): Fetch {
  return (url, init) => collector?.(url, init, send) ?? send(url, init);
}

export function collectWith(next: Collector | null): void {
  collector = next;
}
