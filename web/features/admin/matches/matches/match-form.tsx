import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import * as words from "#words/admin-matches";
import * as uiWords from "#words/ui";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useEditQuestion } from "../../../../ui/overlays/edit-question.tsx";
import { PastKickOffDialog } from "./dialogs/past-kick-off-dialog.tsx";
import { DetailFields, TeamFields } from "./match-fields.tsx";
import { matchPreview, nextMatchDate, teamNames } from "./match-queries.ts";
import {
  cleaned,
  defaultTime,
  fieldsOf,
  likelyMatchDay,
  type MatchFields,
  movesIntoPast,
  problemWith,
} from "./match-rules.ts";
import { useOneMatchQuestion } from "./one-match-question.tsx";
import { type Next, storeMatch } from "./store-match.ts";
import { useMatchMutation } from "./use-match-mutation.ts";

interface Props {
  match: MatchRow | null;
  onClose: () => void;
  /** Opens what follows from the answer that the match is one of the club's. */
  onNext: (next: NonNullable<Next>) => void;
}

/** Adds or edits a match. Keeps the input when saving fails. */
export function MatchForm({ match, onClose, onNext }: Props) {
  const listId = useId();
  const queries = useQueryClient();
  const teams = useQuery(teamNames).data;
  const zone = backend().config.time_zone;
  const next = useQuery({ ...nextMatchDate, enabled: match === null }).data ?? null;
  const [typed, setTyped] = useState<Partial<MatchFields>>({});
  const empty = fieldsOf(match, likelyMatchDay(next, defaultTime, zone, serverNow()));
  // What the database was last asked about: not each letter of a name, but each field that was left.
  const [left, setLeft] = useState<Partial<MatchFields>>({});
  const asked = { ...empty, ...left };
  const preview = useQuery(matchPreview(asked, match?.id ?? null)).data;
  const fields = { ...empty, season: empty.season || (preview?.season ?? ""), ...typed };
  const [past, setPast] = useState<MatchFields | null>(null);
  const [invalid, setInvalid] = useState<string | null>(null);
  const { ask, question } = useEditQuestion();
  const one = useOneMatchQuestion(match === null);
  const follows = useRef<Next>(null);
  const store = useMatchMutation(
    async (next: MatchFields, requestKey) => {
      const storing = { queries, requestKey, ask, askOne: one.ask, onTheirs: onClose, onNext };
      follows.current = await storeMatch(next, match, storing);
      return null;
    },
    {
      success: match ? words.matchUpdated : words.matchAdded,
      failure: words.failedToSaveMatch,
    },
    () => (follows.current ? onNext(follows.current) : onClose()),
  );
  const submit = () => {
    const next = cleaned(fields, teams ?? []);
    const problem = problemWith(next, serverNow());
    setInvalid(problem);
    if (problem) return;
    if (movesIntoPast(next, match, zone, serverNow())) setPast(next);
    else store.mutate(next);
  };
  const set = (change: Partial<MatchFields>) => setTyped({ ...typed, ...change });
  const leave = (change: Partial<MatchFields> = {}) => setLeft({ ...typed, ...change });
  // The database refuses changes of the teams and the competition of a predicted match.
  const fixed = match !== null && match.predictions_count > 0;
  const problem = invalid ?? store.problem;

  return (
    <Dialog open onClose={onClose} wide title={match ? words.editMatch : words.addMatch}>
      <Form noValidate onSubmit={submit} onBlur={() => leave()} className="match-form">
        {fixed && (
          <p className="notice whole-row">{words.teamsAreFixed({ players: match.predictions_count })}</p>
        )}
        <TeamFields
          {...{ fields, fixed, teams, preview, asked }}
          list={listId}
          onChange={set}
          onUse={(change) => {
            set(change);
            leave(change);
          }}
        />
        <DetailFields
          {...{ fields, match, fixed }}
          onChange={(change) => {
            set(change);
            if ("league" in change || "date" in change) leave(change);
          }}
        />
        <FormError message={problem} className="whole-row" />
        <div className="actions whole-row">
          <button type="button" className="btn secondary" onClick={onClose}>
            {uiWords.close}
          </button>
          <SubmitButton pending={store.isPending}>{match ? words.saveMatch : words.addMatch}</SubmitButton>
        </div>
      </Form>
      {question}
      {one.question}
      {past && (
        <PastKickOffDialog
          fields={past}
          adding={match === null}
          onKeep={() => setPast(null)}
          onConfirm={() => {
            setPast(null);
            store.mutate(past);
          }}
        />
      )}
    </Dialog>
  );
}
