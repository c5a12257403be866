import { type ReactNode, useEffect, useState } from "react";
import * as words from "#words/ui";
import { nextIdleTurn } from "../browser/when-idle.ts";
import { ReasonContext } from "../ui/loading/failure.tsx";

type Reason = (error: unknown) => string;

/** Gives failures their reasons, in words that load after the first page. Without them a failure says only that there was an error. */
export function Reasons({ children }: { children: ReactNode }) {
  const [reasonOf, setReasonOf] = useState<Reason>(() => () => words.anErrorOccurred);
  useEffect(() => {
    void nextIdleTurn()
      .then(() => import("./idle-parts.ts"))
      .then(({ messageFor }) => setReasonOf(() => messageFor))
      .catch(() => undefined);
  }, []);
  return <ReasonContext value={reasonOf}>{children}</ReasonContext>;
}
