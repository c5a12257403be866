import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useRef, useState } from "react";
import * as words from "#words/admin-matches";
import { staleAfterResult } from "../../../../backend/queries/query-keys.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import type { Round } from "../../../../football/rules/round-address.ts";
import { useNow } from "../../../../football/time/use-now.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { EmptyState } from "../../../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../../ui/loading/skeleton.tsx";
import { useEditQuestion } from "../../../../ui/overlays/edit-question.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { ManageMatchesLink } from "./manage-matches-link.tsx";
import { editScores } from "./result-mutations.ts";
import { matchesOfRound, previewOf } from "./result-queries.ts";
import { ResultRow } from "./result-row.tsx";
import { type Draft, draftOf, draftsAfter, type Result, resultsOf, savedScoreOf } from "./result-rules.ts";

/** The matches of a round with their scores, and one button that saves all of them. */
export function RoundForm({ round, onSaved }: { round: Round; onSaved: () => void }) {
  const matches = useQuery(matchesOfRound(round));
  if (matches.isPending) return <SkeletonRows count={10} height={48} label={words.loadingMatches} />;
  if (matches.isLoadingError) return <FailedQueries title={words.failedToLoadMatches} queries={[matches]} />;
  if (!matches.data?.length)
    return (
      <EmptyState title={words.roundHasNoMatches} action={<ManageMatchesLink />}>
        {words.roundMayHaveChanged}
      </EmptyState>
    );
  return <Results matches={matches.data} onSaved={onSaved} />;
}

function Results({ matches, onSaved }: { matches: readonly MatchRow[]; onSaved: () => void }) {
  const now = useNow(30_000);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const results = resultsOf(matches, drafts, now);
  const { ask, question } = useEditQuestion();
  const save = useAdminMutation(
    (next: readonly Result[]) => editScores(next, matches, { ask, onTheirs: () => setDrafts(new Map()) }),
    {
      success: (saved) =>
        saved?.matches ? words.resultsSaved({ results: saved.matches }) : words.resultsWereSavedAlready,
      failure: words.failedToSaveResults,
    },
    {
      stale: staleAfterResult,
      reported: /^SL\d{3}$|^42501$/,
      undoId: (saved) => saved?.undo_id ?? null,
      onDone: (_, sent) => {
        setDrafts((typed) => draftsAfter(sent, typed));
        onSaved();
      },
    },
  );
  const submit = () => {
    if (results.length > 0) save.mutate(results);
  };
  /** Enter moves to the next score, and after the last one to the button. */
  const next = (input: HTMLInputElement) => {
    const fields = [
      ...(form.current?.querySelectorAll<HTMLElement>("input[inputmode], [type=submit]") ?? []),
    ];
    fields[fields.indexOf(input) + 1]?.focus();
  };
  return (
    <Form ref={form} onSubmit={submit} noValidate>
      <ul className="result-rows">
        {matches.map((match) => (
          <ResultRow
            key={match.id}
            match={match}
            draft={draftOf(match, drafts)}
            now={now}
            onDraft={(draft) => {
              const seen = drafts.get(match.id)?.seen ?? savedScoreOf(match);
              setDrafts(new Map(drafts).set(match.id, { ...draft, seen }));
            }}
            onEnter={next}
          />
        ))}
      </ul>
      <FormError message={save.problem} />
      {question}
      <div className="save-results">
        <Preview results={results} />
        <SubmitButton pending={save.isPending} disabled={results.length === 0}>
          {results.length === 0 ? words.saveResults : words.saveCountedResults({ results: results.length })}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** How many members will score. */
function Preview({ results }: { results: readonly Result[] }) {
  const preview = useQuery(previewOf(useDeferredValue(results)));
  return (
    <p role="status" aria-live="polite">
      {results.length === 0
        ? words.enterTheKnownScores
        : preview.data
          ? wordsOf(preview.data)
          : words.countingWhoWillScore}
    </p>
  );
}

function wordsOf(preview: {
  players: number;
  scoring_players: number;
  exact: number;
  outcomes: number;
  open_matches: number;
}): string {
  const { players, scoring_players, exact, outcomes, open_matches } = preview;
  const scoring =
    players === 0
      ? words.nobodyHasPicked
      : words.whoWillScore({ scoring: scoring_players, members: players, exact, outcomes });
  return open_matches === 0 ? scoring : `${scoring} ${words.matchesAreStillOpen({ matches: open_matches })}`;
}
