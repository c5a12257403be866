import { CircleAlert } from "lucide-react";
import { useId, useState } from "react";
import * as words from "#words/matches";
import * as uiWords from "#words/ui";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { doublesLeft, doublesLeftWords } from "../../../football/doubles/doubles-rule.ts";
import { type DoubleOf, type Doubles, type Marking, useDoubleMark } from "../saving/use-doubles.ts";
import "./double-control.css";

/** The button that marks the prediction of an open match as a double, with the doubles that are left. */
export function DoubleControl(props: DoubleOf) {
  const { match, doubles, saved } = props;
  const marking = useDoubleMark(props);
  return <DoubleButton match={match} doubles={doubles} hasPrediction={saved !== null} marking={marking} />;
}

interface ButtonProps {
  match: MatchRow;
  doubles: Doubles;
  /** Whether a prediction is saved. */
  hasPrediction: boolean;
  marking: Marking;
}

export function DoubleButton({ match, doubles, hasPrediction, marking }: ButtonProps) {
  const description = useId();
  // A mark changes the doubles that are left on every card. Only the card in use says so.
  const [isInUse, setInUse] = useState(false);
  const { isDouble, state, mark, retry } = marking;
  const left = doublesLeft(doubles.rule, doubles.spent, match);
  if (left === null && !isDouble) return null;
  const isEmpty = left === 0 && !isDouble;
  return (
    <div className="double-control">
      <button
        type="button"
        aria-pressed={isDouble}
        aria-describedby={description}
        disabled={!hasPrediction || isEmpty}
        onFocus={() => setInUse(true)}
        onBlur={() => setInUse(false)}
        onClick={() => {
          setInUse(true);
          mark(!isDouble);
        }}
      >
        <span aria-hidden="true">×2</span>
        <span>{words.markDouble}</span>
      </button>
      {state === "failed" ? (
        <>
          <span className="note error" role="alert" id={description}>
            <CircleAlert aria-hidden="true" />
            <span>{words.doubleNotSaved}</span>
          </span>
          <button type="button" className="btn link error" onClick={retry}>
            {uiWords.retry}
          </button>
        </>
      ) : (
        <span id={description} role={isInUse ? "status" : undefined}>
          {state === "saving" ? words.saving : doublesLeftWords(doubles.rule, left ?? 0)}
        </span>
      )}
    </div>
  );
}
