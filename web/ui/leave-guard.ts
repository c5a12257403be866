import type { BlockerFunction, Location } from "react-router";
import * as words from "#words/ui";
import { app } from "../browser/app-router.ts";
import { isLeavingOverlay } from "./overlays/overlay-history.ts";

/*
 * Asks before input is lost that is not saved: by a link, a tab or Back to another page of the application, by signing out,
 * and by a reload or by closing the browser's tab, where the browser asks in its own words.
 *
 * Uses the router's blocker without `useBlocker`, because the code loads with the first form, and because a router has one
 * blocker while a page may have several forms.
 */

/** `page`: another page of the application opens. `visit`: the page reloads or closes, or the session ends. */
export type Departure = "page" | "visit";

export interface GuardedInput {
  /** Whether the departure would lose input. */
  isLostBy: (departure: Departure) => boolean;
  /** Called when the reader has chosen to lose the input, so that nothing asks about it again. */
  discard?: () => void;
}

type NavigationAction = Parameters<BlockerFunction>[0]["historyAction"];

const question = words.discardUnsaved;
// not a text: the key of the blocker
const blocker = "unsaved input";

const guarded = new Set<GuardedInput>();
/** Answers the open question with "Keep editing". */
let keepEditing: (() => void) | null = null;

/** Guards an input until the returned function is called. */
export function guardInput(input: GuardedInput): () => void {
  connect();
  guarded.add(input);
  return () => {
    guarded.delete(input);
    updateGuard();
  };
}

/** Called before something may be entered, and followed by `updateGuard`: a page may be left in between. */
export function expectInput(): void {
  window.addEventListener("beforeunload", preventUnload);
}

/** Called after input was entered, saved or discarded. The browser asks only while something is not saved. */
export function updateGuard(): void {
  if (isLostBy("visit")) expectInput();
  else window.removeEventListener("beforeunload", preventUnload);
  // Loaded now, so that the question can be asked without a connection.
  if (isLostBy("page")) void loadQuestion().catch(() => undefined);
}

function isLostBy(departure: Departure): boolean {
  return [...guarded].some((input) => input.isLostBy(departure));
}

function preventUnload(event: BeforeUnloadEvent): void {
  if (isLostBy("visit")) event.preventDefault();
}

function connect(): void {
  if (app.guard || !app.router) return;
  app.guard = { hasUnsavedInput: () => isLostBy("visit"), mayEndVisit: async () => mayLeaveBy("visit") };
  app.router.getBlocker(blocker, blockLeaving);
}

const blockLeaving: BlockerFunction = ({ currentLocation, nextLocation, historyAction }) => {
  if (isSamePage(currentLocation, nextLocation) || !isLostBy("page")) return false;
  // Back closes the question instead of opening a second one.
  if (keepEditing) keepEditing();
  else void leave(nextLocation, historyAction);
  return true;
};

function isSamePage(one: Location, other: Location): boolean {
  return one.pathname === other.pathname && one.search === other.search;
}

async function leave(to: Location, historyAction: NavigationAction): Promise<void> {
  const { router } = app;
  // An overlay's entry is replaced by the page that a link in the overlay opens, unless the overlay closes before.
  const replace = historyAction === "REPLACE" && !isLeavingOverlay();
  const mayLeave = await mayLeaveBy("page");
  const blocked = router?.state.blockers.get(blocker);
  if (historyAction === "POP") return mayLeave ? blocked?.proceed?.() : blocked?.reset?.();
  // Not with `proceed`, which fails if the history has changed meanwhile, as when the menu with the link has closed.
  blocked?.reset?.();
  if (mayLeave) await router?.navigate(to, { replace, state: to.state });
}

async function mayLeaveBy(departure: Departure): Promise<boolean> {
  if (!isLostBy(departure)) return true;
  if (!(await ask())) return false;
  for (const input of guarded) if (input.isLostBy(departure)) input.discard?.();
  updateGuard();
  return true;
}

async function ask(): Promise<boolean> {
  let answer = (_mayDiscard: boolean): void => undefined;
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  keepEditing = () => answer(false);
  try {
    const { showDiscardQuestion } = await loadQuestion();
    const close = showDiscardQuestion(answer);
    return await answered.finally(close);
  } catch {
    return window.confirm(question);
  } finally {
    keepEditing = null;
  }
}

function loadQuestion() {
  return import("./overlays/show-discard-question.tsx");
}
