import { createRoot, type Root } from "react-dom/client";
import { DiscardQuestion } from "./discard-question.tsx";

let root: Root | undefined;

/**
 * Asks over the whole page whether unsaved input may be discarded. `onAnswer` is called with true if it may. Returns the
 * function that closes the question. It has its own root, because it outlives the form that asks.
 */
export function showDiscardQuestion(onAnswer: (mayDiscard: boolean) => void): () => void {
  root ??= createRoot(document.body.appendChild(document.createElement("div")));
  const render = (open: boolean) =>
    root?.render(
      <DiscardQuestion open={open} onKeep={() => onAnswer(false)} onDiscard={() => onAnswer(true)} />,
    );
  render(true);
  return () => render(false);
}
