import { type ReactNode, useState } from "react";
import * as words from "#words/admin-matches";
import * as uiWords from "#words/ui";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { MatchPreview } from "../../../../backend/types/import-rows.ts";
import { clubKickOff } from "../../../../football/time/club-kick-off.ts";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { matchFacts, matchName } from "../../shared/duplicates/match-pairs.ts";
import type { MatchFields } from "./match-rules.ts";
import "../../shared/duplicates/duplicates.css";

type Resembling = MatchPreview["resembling"];

/** `one`: the first of the club's matches is the one of the form. Null: back to the form. */
export type OneOrTwo = "one" | "two" | null;

interface Asked {
  fields: MatchFields;
  resembling: Resembling;
}

/**
 * Asks whether a match that is saved is one that the club has. `isAdding`: the answer `one` opens that match instead of adding
 * another; otherwise both are merged. Render `question` within the form's dialog.
 */
export function useOneMatchQuestion(isAdding: boolean): {
  ask: (fields: MatchFields, resembling: Resembling) => Promise<OneOrTwo>;
  question: ReactNode;
} {
  const [open, setOpen] = useState<(Asked & { answer: (answer: OneOrTwo) => void }) | null>(null);
  const ask = (fields: MatchFields, resembling: Resembling) =>
    new Promise<OneOrTwo>((resolve) => {
      setOpen({
        fields,
        resembling,
        answer: (answer) => {
          setOpen(null);
          resolve(answer);
        },
      });
    });
  return { ask, question: open && <OneMatchQuestion {...open} isAdding={isAdding} /> };
}

interface Props extends Asked {
  isAdding: boolean;
  answer: (answer: OneOrTwo) => void;
}

function OneMatchQuestion({ fields, resembling, isAdding, answer }: Props) {
  const year = new Date(serverNow()).getFullYear();
  const { home, away, date, time, toBeConfirmed, round } = fields;
  const kickOff = { match_date: date, match_time: time, kickoff_confirmed: !toBeConfirmed };
  return (
    <Dialog open onClose={() => answer(null)} title={words.oneMatchOrTwo} description={words.clubMayHaveIt}>
      <div className="merge-sides">
        <p>
          <b>{isAdding ? words.newMatch : words.thisMatch}</b>
          <span>{matchName({ home, away })}</span>
          <span>{[clubKickOff(kickOff, year), round].filter(Boolean).join(", ")}</span>
        </p>
        {resembling.map(({ match }) => (
          <p key={match.id}>
            <b>{words.inTheClub}</b>
            <span>{matchName(match)}</span>
            <span>{[matchFacts(match, year), match.season].filter(Boolean).join(", ")}</span>
          </p>
        ))}
      </div>
      <p>{isAdding ? words.whatAnAnswerDoes : words.whatAnAnswerDoesToBoth}</p>
      <div className="actions">
        <button type="button" className="btn secondary" onClick={() => answer(null)}>
          {uiWords.back}
        </button>
        <button type="button" className="btn secondary" onClick={() => answer("two")}>
          {isAdding ? words.anotherMatchAdd : words.anotherMatchSave}
        </button>
        <button type="button" className="btn" onClick={() => answer("one")}>
          {isAdding ? words.sameMatchOpen : words.sameMatchMerge}
        </button>
      </div>
    </Dialog>
  );
}
