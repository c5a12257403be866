import { useSyncExternalStore } from "react";

/** True while the page is printed, for lists that otherwise render only the visible rows. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting);
}

function isPrinting(): boolean {
  return window.matchMedia("print").matches || isBeforePrint;
}

/** `beforeprint` comes before the media changes, early enough for the page to render. */
let isBeforePrint = false;

function subscribe(listener: () => void): () => void {
  const print = window.matchMedia("print");
  const before = () => {
    isBeforePrint = true;
    listener();
  };
  const after = () => {
    isBeforePrint = false;
    listener();
  };
  window.addEventListener("beforeprint", before);
  window.addEventListener("afterprint", after);
  print.addEventListener("change", listener);
  return () => {
    window.removeEventListener("beforeprint", before);
    window.removeEventListener("afterprint", after);
    print.removeEventListener("change", listener);
  };
}
