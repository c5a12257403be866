/**
 * Recognises the second press of a double click, of a double tap and of a held key, which a person means as one press.
 * The browser reports the first and the last; two taps are recognised here, because not every browser counts taps.
 */

/** Milliseconds within which two taps are a double tap, as in Android and iOS. */
const doubleTapMs = 500;

let isRepeat = false;
let isKeyHeld = false;
let lastTap: { target: EventTarget | null; at: number } | null = null;

/** True while an event is handled that comes from the further press of a double click, a double tap or a held key. */
export function isRepeatedPress(): boolean {
  const type = window.event?.type;
  return isRepeat && (type === "click" || type === "submit");
}

function onClick(event: MouseEvent): void {
  const isTap = "pointerType" in event && event.pointerType === "touch";
  if (event.detail === 0) isRepeat = isKeyHeld;
  else isRepeat = event.detail > 1 || (isTap && isSecondTap(event));
  lastTap = isTap ? { target: event.target, at: event.timeStamp } : null;
}

function isSecondTap({ target, timeStamp }: MouseEvent): boolean {
  return lastTap !== null && lastTap.target === target && timeStamp - lastTap.at < doubleTapMs;
}

if (typeof document !== "undefined") {
  document.addEventListener("click", onClick, true);
  document.addEventListener(
    "keydown",
    ({ repeat }) => {
      isKeyHeld = repeat;
    },
    true,
  );
  document.addEventListener(
    "keyup",
    () => {
      isKeyHeld = false;
    },
    true,
  );
}
