import { lazyOptional } from "../../../ui/loading/lazy-optional.tsx";
import { type Known, useUnsavedPredictions } from "./save-prediction.ts";

const LateNotice = lazyOptional(async () => (await import("./late-notice.tsx")).LateNotice);

/**
 * Sends the unsaved predictions of earlier visits, and reports those whose matches have locked. `known` is null while matches and
 * predictions load. Apart from the cards, because each tap changes what is unsaved.
 */
export function LatePredictions({ userId, known }: { userId: string; known: Known | null }) {
  const { late, dismiss } = useUnsavedPredictions(userId, known);
  if (!known || late.length === 0) return null;
  return <LateNotice late={late} predictions={known.predictions} onDismiss={() => dismiss(late)} />;
}
