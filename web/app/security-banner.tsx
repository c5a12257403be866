import { ShieldCheck, X } from "lucide-react";
import { useEffect, useState } from "react";
import "./security-banner.css";

const dismissedKey = "security-banner-dismissed";
const shownAfter = 2_000;

/**
 * Shown two seconds after the page was opened, until it is dismissed. It covers the page without moving it. The text is
 * short, because a longer one would become the largest contentful paint, two seconds late.
 */
export function SecurityBanner() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (isDismissed()) return;
    // Its code loads after the page.
    const timer = setTimeout(() => setShown(true), Math.max(0, shownAfter - performance.now()));
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <aside className="security-banner" aria-label="Security">
      <ShieldCheck size={24} aria-hidden="true" />
      <div>
        <b>Security Enhanced!</b>
        <p>Every change to a pick is recorded.</p>
      </div>
      <button
        type="button"
        className="ghost on-light"
        aria-label="Dismiss"
        onClick={() => {
          rememberDismissal();
          setShown(false);
        }}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </aside>
  );
}

function isDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedKey) === "true";
  } catch {
    return false;
  }
}

function rememberDismissal(): void {
  try {
    localStorage.setItem(dismissedKey, "true");
  } catch {
    // Without storage the banner returns with the next visit.
  }
}
