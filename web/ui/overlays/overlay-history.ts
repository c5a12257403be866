import { useEffectEvent, useLayoutEffect } from "react";
import type { RouterNavigateOptions, To } from "react-router";
import { app } from "../../browser/app-router.ts";

/*
 * The history entries of open overlays. Each overlay has one entry with the address of its page, and its number in the
 * entry's state as `overlays`.
 */

type Router = NonNullable<typeof app.router>;

interface Overlay {
  /** The page on which it is open. */
  address: string;
  /** Closes the overlay, or asks first. */
  back: () => void;
}

/** The open overlays, the topmost last. */
const overlays: Overlay[] = [];
/** True from a step in the history that this module makes until the browser has made it. */
let isTravelling = false;
/** What waits for the end of that step. */
const travelled: (() => void)[] = [];
/** True while the router replaces an overlay's entry by another page. */
let isLeaving = false;
/** The router whose `navigate` is replaced. */
let known: Router | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;
let travelLimit: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds after which a step in the history is given up: without an entry to go to, the browser says nothing. */
const longestTravel = 2_000;

/**
 * Gives an open overlay an entry in the history, so that Back calls `onBack` instead of leaving the page. When the overlay
 * closes by other means its entry is removed. Closing may be refused: then the entry is added again.
 */
export function useBackToClose(isOpen: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useLayoutEffect(() => {
    if (!isOpen) return;
    if (app.router) replaceEntriesOf(app.router);
    const overlay = { address: address(), back: () => back() };
    overlays.push(overlay);
    settleSoon();
    return () => {
      overlays.splice(overlays.indexOf(overlay), 1);
      settleSoon();
    };
  }, [isOpen]);
}

/** True while the router replaces an overlay's entry, although it was asked to add one. */
export function isLeavingOverlay(): boolean {
  return isLeaving;
}

/** A page that is opened from an overlay takes the place of the overlay's entry, so that Back skips it. */
function replaceEntriesOf(router: Router): void {
  if (known === router) return;
  known = router;
  const navigate = router.navigate.bind(router);
  const leave = async (to: To | null, options?: RouterNavigateOptions) => {
    isLeaving = true;
    await navigate(to, { ...options, replace: true }).finally(() => {
      isLeaving = false;
    });
  };
  const navigateOrLeave = (to: To | number | null, options?: RouterNavigateOptions) => {
    if (typeof to === "number") return navigate(to);
    return entryDepth() > 0 ? leave(to, options) : navigate(to, options);
  };
  // The browser takes its time for a step back. A page that is opened meanwhile would be left by it.
  router.navigate = async (to: To | number | null, options?: RouterNavigateOptions) => {
    if (isTravelling) await new Promise<void>((resolve) => travelled.push(resolve));
    await navigateOrLeave(to, options);
  };
}

/** The number of overlays that were open when the current history entry was added. */
function entryDepth(): number {
  const depth: unknown = window.history.state?.usr?.overlays;
  return typeof depth === "number" ? depth : 0;
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
  if (isTravelling || isLeaving) return;
  const wanted = overlays.filter((overlay) => overlay.address === address()).length;
  const depth = entryDepth();
  for (let next = depth + 1; next <= wanted; next += 1) addEntry(next);
  if (wanted < depth) travel(wanted - depth);
}

/** The router's state stays in the entry, with its key, so that the router sees the same page in it. */
function addEntry(depth: number): void {
  const { usr, idx, ...state } = window.history.state ?? {};
  window.history.pushState({ ...state, idx: (idx ?? 0) + 1, usr: { ...usr, overlays: depth } }, "");
}

function travel(steps: number): void {
  isTravelling = true;
  travelLimit = setTimeout(endTravel, longestTravel);
  window.history.go(steps);
}

function endTravel(): void {
  isTravelling = false;
  clearTimeout(travelLimit);
  // After the router has heard of the step, which would end a navigation that began before.
  for (const resolve of travelled.splice(0)) setTimeout(resolve);
}

if (typeof window !== "undefined") {
  // After a reload no overlay is open, and the entries of those that were are removed.
  settleSoon();
  window.addEventListener("popstate", () => {
    if (isTravelling) endTravel();
    else if (overlays.at(-1)?.address === address() && entryDepth() < overlays.length)
      overlays.at(-1)?.back();
    // Also removes the entry of a closed overlay, to which Forward has led.
    settleSoon();
  });
}
