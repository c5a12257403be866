import { useEffect, useState } from "react";
import * as words from "#words/admin";
import "./long-operation.css";

/**
 * Shows for how long a request of one transaction has been running. Its progress is unknown, because a transaction is
 * invisible until it ends. Appears after a second, because most requests take less.
 */
export function LongOperation({ work }: { work: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const started = performance.now();
    const counting = setInterval(() => setSeconds(Math.floor((performance.now() - started) / 1_000)), 1_000);
    return () => clearInterval(counting);
  }, []);
  if (seconds < 1) return null;
  return (
    <div className="long-operation">
      <p role="status">
        <span>{work}</span> <span aria-hidden="true">{words.countOfSeconds({ seconds })}</span>
      </p>
      <div className="long-operation-bar" aria-hidden="true" />
      <p>{words.allOrNothing}</p>
    </div>
  );
}
