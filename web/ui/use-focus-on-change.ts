import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus when `state` changes and the focused element was removed, for example a button that a form replaced. It
 * goes to the first element in the container that matches `selector`.
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
