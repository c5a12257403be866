/** How a club without an admin starts: the link to the start page, and the demo that can be looked at first. */

import type { HostContext } from "../host-context.ts";
import { newStartLink } from "./start-links.ts";

export interface FirstStart {
  /**
   * Makes a new link that starts the club in the browser, and ends the one before. Null if the club has an admin, is a demo,
   * or this host has no page.
   */
  newLink(): Promise<string | null>;
  /** Lets the start page show a demo. `open` starts one and resolves to its address. Ignored if other machines can reach the host. */
  offerDemo(open: () => Promise<string>): void;
  readonly offersDemo: boolean;
  /** Starts the demo at the first call. Its address, or null while it starts. Throws why it did not start, once. */
  demo(): string | null;
}

export function createFirstStart(
  { database, siteUrl }: Pick<HostContext, "database" | "siteUrl">,
  { canStart, onLoopback }: { canStart: boolean; onLoopback: boolean },
): FirstStart {
  let open: (() => Promise<string>) | null = null;
  let begun = false;
  let address: string | null = null;
  let failure: unknown = null;
  const begin = (start: () => Promise<string>) => {
    begun = true;
    start().then(
      (url) => {
        address = url;
      },
      (error: unknown) => {
        failure = error ?? new Error("the demo did not start");
        begun = false;
      },
    );
  };
  return {
    newLink: async () => (canStart ? newStartLink(database, siteUrl) : null),
    offerDemo(given) {
      // Demos answer on their own machine only, so their address is of no use elsewhere.
      if (onLoopback) open = given;
    },
    get offersDemo() {
      return open !== null;
    },
    demo() {
      if (failure !== null) {
        const thrown = failure;
        failure = null;
        throw thrown;
      }
      if (!begun && open) begin(open);
      return address;
    },
  };
}
