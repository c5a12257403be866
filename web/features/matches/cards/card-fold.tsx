import { type ReactNode, useEffect, useId } from "react";
import * as words from "#words/matches";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { DoubleMark } from "../../../football/doubles/double-mark.tsx";
import { doublesLeft } from "../../../football/doubles/doubles-rule.ts";
import { lazyOptional } from "../../../ui/loading/lazy-optional.tsx";
import { type DoubleOf, useDoubleMark } from "../saving/use-doubles.ts";
import { DoubleButton } from "./double-control.tsx";

const MatchGuideFacts = lazyOptional(async () => (await import("./match-guide-facts.tsx")).MatchGuideFacts);

/** Whether the player has opened the fold. */
interface Opening {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

interface FoldProps extends Opening {
  match: MatchRow;
  /** The button that marks the double; null without one. */
  double?: ReactNode;
  isDouble?: boolean;
}

/**
 * Folded in the footer of an open card: the double, the form of both teams, their places and their last meeting. What it shows
 * loads when it is opened.
 */
export function CardFold({ match, double = null, isDouble = false, isOpen, onOpen }: FoldProps) {
  const panel = useId();
  return (
    <>
      <button
        type="button"
        className="fold-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => onOpen(!isOpen)}
      >
        {isDouble && (
          <>
            <DoubleMark />{" "}
          </>
        )}
        <span>{double && !isDouble ? words.formAndDouble : words.form}</span>
      </button>
      {isOpen && (
        <div className="card-fold" id={panel}>
          {double}
          <div className="match-guide">
            <MatchGuideFacts match={match} />
          </div>
        </div>
      )}
    </>
  );
}

/** The same with the double. Opens when a double failed to save, so that the message is seen. */
export function CardFoldWithDouble({ isOpen, onOpen, ...of }: Opening & DoubleOf) {
  const { match, doubles, saved } = of;
  const marking = useDoubleMark(of);
  const { isDouble, state } = marking;
  useEffect(() => {
    if (state === "failed") onOpen(true);
  }, [state, onOpen]);
  const hasDouble = isDouble || doublesLeft(doubles.rule, doubles.spent, match) !== null;
  return (
    <CardFold
      match={match}
      isOpen={isOpen}
      onOpen={onOpen}
      isDouble={isDouble}
      double={
        hasDouble && (
          <DoubleButton match={match} doubles={doubles} hasPrediction={saved !== null} marking={marking} />
        )
      }
    />
  );
}
