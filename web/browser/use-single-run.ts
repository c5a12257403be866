import { useRef, useState } from "react";
import { isRepeatedPress } from "./repeated-press.ts";

/**
 * Starts `act`, unless the latest act had the same key and still runs, or the press repeats the press that started it (a
 * double click). Returns the promise of `act`, or null if it was not started.
 */
export type Start = <Result>(act: () => Promise<Result>, key?: string) => Promise<Result> | null;

/** The acts that were started during the call of `work`. */
let collected: Promise<unknown>[] | null = null;

export function actsStartedBy(work: () => void): Promise<unknown>[] {
  const acts: Promise<unknown>[] = [];
  collected = acts;
  try {
    work();
  } finally {
    collected = null;
  }
  return acts;
}

/**
 * The guard of every act that changes or sends something: it ignores a second press at once, while a button is disabled
 * only after the next render. `useAct` uses it for acts, `Form` for forms.
 */
export function useStart(): Start {
  const latest = useRef<{ key: string; isRunning: boolean } | null>(null);
  const start = useRef<Start>((act, key = "") => {
    const before = latest.current;
    if (before?.key === key && (before.isRunning || isRepeatedPress())) return null;
    const run = { key, isRunning: true };
    latest.current = run;
    const acts = collected;
    const running = act().finally(() => {
      run.isRunning = false;
    });
    acts?.push(running);
    return running;
  });
  return start.current;
}

/** A read for a button of `web/ui`, which ignores presses while it runs. `act` handles its own errors and must not throw. */
export function useSingleRun<Input extends unknown[]>(
  act: (...input: Input) => Promise<void>,
): { pending: boolean; run: (...input: Input) => void } {
  const start = useStart();
  const [pending, setPending] = useState(false);
  const run = (...input: Input) =>
    void start(async () => {
      setPending(true);
      await act(...input).finally(() => setPending(false));
    });
  return { pending, run };
}
