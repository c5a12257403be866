/** Contexts that `newVisitor` opened. One that stays open would go on reading its club during every later test of the worker. */
import type { BrowserContext } from "@playwright/test";

const ofTest = new Set<BrowserContext>();
/** Those that a file opened for all its tests, with the address of their club. */
const ofFile = new Map<BrowserContext, string>();
let isInTest = false;

/** From now on, what is opened belongs to the test; before it, to its file. */
export function startTest(): void {
  isInTest = true;
}

export function noteOpened(context: BrowserContext, address: string): void {
  if (isInTest) ofTest.add(context);
  else ofFile.set(context, address);
}

export async function closeVisitorsOfTest(): Promise<void> {
  isInTest = false;
  await Promise.all([...ofTest].map((context) => context.close()));
  ofTest.clear();
}

/** For the end of a club. */
export async function closeVisitorsOf(address: string): Promise<void> {
  for (const [context, itsAddress] of ofFile)
    if (itsAddress === address && ofFile.delete(context)) await context.close();
}
