import { ShieldCheck, X } from "lucide-react";
import { useEffect, useState } from "react";
import * as words from "#words/app";
import "./security-banner.css";

/** Devices that dismissed the banner hold this key, so the text must not change. */
const shownKey = "security-banner-dismissed";
const shownAfter = 2_000;

/**
 * Shown once per device to a member, two seconds after the page was opened, at the end of the page, where it covers
 * nothing. The text is short, because a longer one would become the largest contentful paint, two seconds late.
 */
export function SecurityBanner() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (wasShown()) return;
    // Its code loads after the page.
    const show = () => {
      rememberShown();
      setShown(true);
    };
    const timer = setTimeout(show, Math.max(0, shownAfter - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <aside className="security-banner" aria-label={words.security}>
      <ShieldCheck size={24} aria-hidden="true" />
      <div>
        <b>{words.securityEnhanced}</b>
        <p>{words.everyChangeIsRecorded}</p>
      </div>
      <button
        type="button"
        className="ghost on-light"
        aria-label={words.dismiss}
        onClick={() => setShown(false)}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </aside>
  );
}

function wasShown(): boolean {
  try {
    return localStorage.getItem(shownKey) === "true";
  } catch {
    return false;
  }
}

function rememberShown(): void {
  try {
    localStorage.setItem(shownKey, "true");
  } catch {
    // Without storage the banner returns with the next visit.
  }
}
