import { useEffect, useState } from "react";
import "./long-operation.css";

/**
 * Shows that an act of one transaction is under way, and for how long: how far it has come cannot be seen before it ends.
 * Appears after a second, since most acts are done by then. `work` says what is happening, and to how much.
 */
export function LongOperation({ work }: { work: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const started = Date.now();
    const counting = setInterval(() => setSeconds(Math.floor((Date.now() - started) / 1_000)), 1_000);
    return () => clearInterval(counting);
  }, []);
  if (seconds < 1) return null;
  return (
    <div className="long-operation">
      <p role="status">
        {work} <span aria-hidden="true">{seconds} s</span>
      </p>
      <div className="long-operation-bar" aria-hidden="true" />
      <p>Either everything is saved or nothing is. It continues if you leave this page.</p>
    </div>
  );
}
