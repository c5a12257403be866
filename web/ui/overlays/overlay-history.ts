import { useEffectEvent, useLayoutEffect } from "react";
import { app } from "../../routing/app.ts";
import type { PageHistory } from "../../routing/page-history.ts";

/* The history entries of open overlays. Each overlay has one entry with the address of its page. */

interface Overlay {
  /** The page on which it is open. */
  address: string;
  /** Closes the overlay, or asks first. */
  back: () => void;
}

/** The open overlays, the topmost last. */
const overlays: Overlay[] = [];
let settling: ReturnType<typeof setTimeout> | undefined;

/**
 * Gives an open overlay an entry in the history, so that Back calls `onBack` instead of leaving the page. When the overlay
 * closes by other means its entry is removed. Closing may be refused: then the entry is added again.
 */
export function useBackToClose(isOpen: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const overlay = { address: address(), back: () => back() };
    overlays.push(overlay);
    settleSoon();
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
      settleSoon();
    };
  }, [isOpen]);
}

/** Called once, when the application starts. Removes the entries of overlays that a reload closed. */
export function followOverlays(history: PageHistory): void {
  settleSoon();
  history.onStep((isOwn) => {
    const top = overlays.at(-1);
    if (!isOwn && top?.address === address() && history.overlays < overlays.length) top.back();
    // Also removes the entry of a closed overlay, to which Forward has led.
    settleSoon();
  });
}

function address(): string {
  return window.location.pathname + window.location.search;
}

/** After the current event, because a menu may close and open a dialog in one event. */
function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(settle);
}

/** Adds or removes entries until there is one for each open overlay of this page. */
function settle(): void {
  const history = app.history;
  if (!history || history.isStepping) return;
  const wanted = overlays.filter((overlay) => overlay.address === address()).length;
  const excess = history.overlays - wanted;
  for (let missing = -excess; missing > 0; missing -= 1) history.addOverlay();
  if (excess > 0) history.step(-excess);
}
