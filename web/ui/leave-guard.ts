import * as words from "#words/ui";
import { app } from "../routing/app.ts";
import type { Guard, Location } from "../routing/page-history.ts";

/*
 * Asks before input is lost that is not saved: by a link, a tab or Back to another page of the application, by signing out,
 * and by a reload or by closing the browser's tab, where the browser asks in its own words.
 * The code loads with the first form.
 */

/** `page`: another page of the application opens. `visit`: the page reloads or closes, or the session ends. */
export type Departure = "page" | "visit";

export interface GuardedInput {
  /** Whether the departure would lose input. */
  isLostBy: (departure: Departure) => boolean;
  /** Called when the reader has chosen to lose the input, so that nothing asks about it again. */
  discard?: () => void;
}

const question = words.discardUnsaved;

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
  if (app.guard || !app.history) return;
  app.guard = { hasUnsavedInput: () => isLostBy("visit"), mayEndVisit: async () => mayLeaveBy("visit") };
  app.history.guard = stopLeaving;
}

const stopLeaving: Guard = (from, to, proceed) => {
  if (isSamePage(from, to) || !isLostBy("page")) return false;
  // Back closes the question instead of opening a second one.
  if (keepEditing) keepEditing();
  else
    void mayLeaveBy("page").then((mayLeave) => {
      if (mayLeave) proceed();
    });
  return true;
};

function isSamePage(one: Location, other: Location): boolean {
  return one.pathname === other.pathname && one.search === other.search;
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
