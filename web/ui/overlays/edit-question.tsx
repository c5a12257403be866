import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useRef, useState } from "react";
import * as words from "#words/ui";
import "./edit-question.css";
import { useBackToClose } from "./overlay-history.ts";

interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

type Choice = "mine" | "theirs" | null;

interface Question {
  differences: readonly Difference[];
  /** Who saved the other values, as a sentence; null if that is not known. */
  by: string | null;
  answer: (choice: Choice) => void;
}

/**
 * Asks which values to keep when other values of the same fields were saved in the meantime. `ask` resolves to null if the user goes back to the
 * form. Render `question` within the form's dialog, if it has one.
 */
export function useEditQuestion(): {
  ask: (differences: readonly Difference[], by: string | null) => Promise<Choice>;
  question: ReactNode;
} {
  const [open, setOpen] = useState<Question | null>(null);
  const ask = (differences: readonly Difference[], by: string | null) =>
    new Promise<Choice>((resolve) => {
      setOpen({
        differences,
        by,
        answer: (choice) => {
          setOpen(null);
          resolve(choice);
        },
      });
    });
  return { ask, question: open && <EditQuestion {...open} /> };
}

function EditQuestion({ differences, by, answer }: Question) {
  const popup = useRef<HTMLDivElement>(null);
  useBackToClose(true, () => answer(null));
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && answer(null)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        {/* Not the first button, which is below the values and would scroll them out of view. */}
        <AlertDialog.Popup
          ref={popup}
          initialFocus={popup}
          className={differences.some(isLong) ? "dialog edit-question wide-dialog" : "dialog edit-question"}
        >
          <AlertDialog.Title>{words.thisHasChangedSince}</AlertDialog.Title>
          <AlertDialog.Description>
            {by && <span>{`${by} `}</span>}
            <span>{words.otherValuesWereSaved}</span>
          </AlertDialog.Description>
          <ul className="edit-differences">
            {differences.map((difference) => (
              <li key={difference.label}>
                <b>{difference.label}</b>
                <dl className={isLong(difference) ? "long" : undefined}>
                  <div>
                    <dt>{words.yours}</dt>
                    <dd>{difference.mine}</dd>
                  </div>
                  <div>
                    <dt>{words.nowSaved}</dt>
                    <dd>{difference.theirs}</dd>
                  </div>
                </dl>
              </li>
            ))}
          </ul>
          <div className="actions">
            <AlertDialog.Close className="btn secondary">{words.back}</AlertDialog.Close>
            <button type="button" className="btn secondary" onClick={() => answer("theirs")}>
              {words.keepSaved}
            </button>
            <button type="button" className="btn" onClick={() => answer("mine")}>
              {words.saveMine}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Whether the values need the width of a phone, as a text does. */
function isLong({ mine, theirs }: Difference): boolean {
  return Math.max(mine.length, theirs.length) > 40;
}
