import { useState } from "react";
import * as words from "#words/matches";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { lazyOptional } from "../../../ui/loading/lazy-optional.tsx";

const MatchGuideFacts = lazyOptional(async () => (await import("./match-guide-facts.tsx")).MatchGuideFacts);

/** Folded under an open card: the form of both teams, their places and their last meeting. Loads when it is opened. */
export function MatchGuide({ match }: { match: MatchRow }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="form-button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {words.form}
      </button>
      {isOpen && (
        <div className="match-guide">
          <MatchGuideFacts match={match} />
        </div>
      )}
    </>
  );
}
