/** Keeps toasts from covering controls. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The room between a toast and the next control, in px. */
const gap = 8;
// not a text: a selector of CSS
const controls =
  "a[href], button, input, select, textarea, summary, label, [role='menuitem'], [role='option']";

/** How far up the toasts move, so that they cover no control: as little as possible, and not at all if no place is free. */
export function freeLift(toasts: Box, covered: readonly Box[]): number {
  const beside = covered.filter(({ left, right }) => left < toasts.right && right > toasts.left);
  const isFree = (lift: number) =>
    toasts.top - lift >= 0 &&
    beside.every(({ top, bottom }) => bottom <= toasts.top - lift || top >= toasts.bottom - lift);
  const lifts = beside.map(({ top }) => toasts.bottom - top + gap).filter((lift) => lift > 0);
  return [0, ...lifts.sort((one, other) => one - other)].find(isFree) ?? 0;
}

/** Moves the toasts in this element whenever the page or they change. Returns the function that ends it. */
export function keepToastsFree(region: HTMLElement): () => void {
  let lift = 0;
  let frame = 0;
  const place = () => {
    frame = 0;
    const shown = [...region.querySelectorAll("[data-sonner-toast]")].map((toast) =>
      toast.getBoundingClientRect(),
    );
    const next = shown.length === 0 ? 0 : freeLift(boxAround(shown, lift), controlsBelow(region));
    if (next === lift) return;
    lift = next;
    region.style.setProperty("--toast-lift", `${-lift}px`);
  };
  const soon = () => {
    frame ||= requestAnimationFrame(place);
  };
  const changes = new window.MutationObserver(soon);
  changes.observe(document.body, { childList: true, subtree: true });
  region.addEventListener("transitionend", soon);
  for (const event of ["scroll", "resize"]) window.addEventListener(event, soon, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    region.removeEventListener("transitionend", soon);
    for (const event of ["scroll", "resize"]) window.removeEventListener(event, soon);
  };
}

/** Where the toasts would be without having moved. */
function boxAround(boxes: readonly DOMRect[], lift: number): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)) + lift,
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)) + lift,
  };
}

/** The controls on screen; of an open dialog only, because those behind it cannot be pressed. */
function controlsBelow(region: HTMLElement): Box[] {
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
  return [...(dialogs.item(dialogs.length - 1) ?? document).querySelectorAll(controls)]
    .filter((control) => !region.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(
      ({ width, height, bottom, top }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight,
    );
}
