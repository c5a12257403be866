import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as words from "#words/admin-members";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { reasonFor } from "../../shared/acts/use-admin-mutation.ts";
import { type AddedMember, addPart, type NotAdded } from "./new-member-mutations.ts";
import { type CheckedMember, nextPart } from "./new-member-queries.ts";

interface Result {
  added: readonly AddedMember[];
  notAdded: readonly NotAdded[];
}

interface Props {
  members: readonly CheckedMember[];
  requestKey: string;
  onDone: (result: Result) => void;
}

/** Adds the members in parts. A failed part can be sent again, or the organiser continues with those who are added. */
export function AddingProgress({ members, requestKey, onDone }: Props) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [{ added, notAdded }, setResult] = useState<Result>({ added: [], notAdded: [] });
  const runs = useRef(false);
  const count = added.length + notAdded.length;

  const run = async () => {
    if (runs.current) return;
    runs.current = true;
    setFailure(null);
    let result: Result = { added, notAdded };
    try {
      for (let done = count; done < members.length; done = result.added.length + result.notAdded.length) {
        const part = await addPart(nextPart(members.slice(done)), requestKey);
        result = {
          added: [...result.added, ...part.added],
          notAdded: [...result.notAdded, ...part.notAdded],
        };
        setResult(result);
      }
      onDone(result);
    } catch (error) {
      setFailure(reasonFor(error, words.connectionFailed));
    } finally {
      runs.current = false;
      void queries.invalidateQueries({ queryKey: [subject.dashboard] });
    }
  };
  const start = useRef(run);
  // The first run starts with the step. The requests may be sent again: they have a key.
  useEffect(() => void start.current(), []);

  return (
    <div className="form">
      <progress value={count} max={members.length} aria-label={words.membersAdded} />
      <p role="status" tabIndex={-1}>
        {words.countOfAllMembers({ count, all: members.length })}
      </p>
      <FormError message={failure} />
      {failure && (
        <div className="actions">
          <button type="button" className="btn secondary" onClick={() => onDone({ added, notAdded })}>
            {words.stopHere}
          </button>
          <button type="button" className="btn" onClick={() => void run()}>
            {words.tryAgain}
          </button>
        </div>
      )}
    </div>
  );
}
