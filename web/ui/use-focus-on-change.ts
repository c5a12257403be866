import { type RefObject, useEffect, useRef } from "react";

/**
 * Where a button makes way for a form, or a form for what comes next, the focus would be lost: when `state` changes, it goes
 * to the first element inside that matches `selector`, unless it is elsewhere on the page by then.
 */
export function useFocusOnChange<Container extends HTMLElement>(
  state: unknown,
  selector: string,
): RefObject<Container | null> {
  const container = useRef<Container>(null);
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    if (document.activeElement !== document.body) return;
    container.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [state, selector]);
  return container;
}
