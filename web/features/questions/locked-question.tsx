import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import * as words from "#words/questions";
import { answerCounts, answersOf } from "../../backend/questions/question-queries.ts";
import type { AnswerCountRow, SeasonQuestionRow } from "../../backend/types/question-rows.ts";
import { Shirt } from "../../football/components/shirt.tsx";
import { answerWords, rightAnswerWords } from "../../football/questions/question-words.ts";
import { FirstOnly } from "../../ui/loading/first-only.tsx";
import { LoadMoreButton } from "../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";

interface Props {
  question: SeasonQuestionRow;
  userId: string;
}

/** The most answers that the database counts. */
const mostCounted = 100;
/** The answers that a card shows before the button. */
const shownFirst = 5;

/** After the lock: the own and the right answer, how often each was given, and who gave it. */
export function LockedQuestion({ question, userId }: Props) {
  const counts = useQuery(answerCounts(question.id));
  const [showsAll, setShowsAll] = useState(false);
  const [showsWho, setShowsWho] = useState(false);
  return (
    <div className="answer-form">
      <dl className="question-answers">
        <div>
          <dt>{words.yourAnswer}</dt>
          <dd>{question.answer ? answerWords(question.answer) : words.none}</dd>
        </div>
        {question.correct_answers && (
          <>
            <div>
              <dt>{words.rightAnswer}</dt>
              <dd>{rightAnswerWords(question.kind, question.correct_answers)}</dd>
            </div>
            {question.points_earned !== null && (
              <div>
                <dt>{words.youEarned}</dt>
                <dd>{words.points({ points: question.points_earned })}</dd>
              </div>
            )}
          </>
        )}
      </dl>
      <QueryView
        query={counts}
        failed={words.failedToLoadTheAnswers}
        loading={{ count: 3, height: 32, label: words.loadingTheAnswers }}
        empty={{ title: words.nobodyAnswered, level: 3 }}
      >
        {(rows) => (
          <>
            <ul className="answer-counts" aria-label={words.answersTo({ question: question.title })}>
              {(showsAll ? rows : rows.slice(0, shownFirst)).map((row) => (
                <Count key={row.answer} row={row} most={rows[0]?.members ?? 1} />
              ))}
            </ul>
            {showsAll && <FirstOnly shown={rows.length} most={mostCounted} />}
            <div className="actions">
              {rows.length > shownFirst && !showsAll && (
                <button type="button" className="btn secondary small" onClick={() => setShowsAll(true)}>
                  <span>{words.showAllAnswers}</span>
                  <span className="visually-hidden">{` ${words.toQuestion({ question: question.title })}`}</span>
                </button>
              )}
              <button type="button" className="btn secondary small" onClick={() => setShowsWho(true)}>
                <span>{words.whoSaidWhat}</span>
                <span className="visually-hidden">{` ${words.toQuestion({ question: question.title })}`}</span>
              </button>
            </div>
          </>
        )}
      </QueryView>
      {showsWho && <AnswersDialog question={question} userId={userId} onClose={() => setShowsWho(false)} />}
    </div>
  );
}

function Count({ row, most }: { row: AnswerCountRow; most: number }) {
  return (
    <li>
      <span
        className="answer-bar"
        style={{ inlineSize: `${(100 * row.members) / most}%` }}
        aria-hidden="true"
      />
      <span>
        <span>{row.answer}</span>
        {row.is_right && (
          <span className="note saved">
            <Check aria-hidden="true" />
            <span>{words.right}</span>
          </span>
        )}
      </span>
      <b>
        <span>{row.members}</span>
        <span className="visually-hidden">{` ${words.labelOfMembers({ members: row.members })}`}</span>
      </b>
    </li>
  );
}

/** Everyone's answers to a locked question, by name. */
function AnswersDialog({ question, userId, onClose }: Props & { onClose: () => void }) {
  const answers = useInfiniteQuery(answersOf(question.id));
  return (
    <Dialog
      open
      onClose={onClose}
      title={question.title}
      description={words.countOfAnswers({ answers: question.answers })}
    >
      <QueryView
        query={answers}
        failed={words.failedToLoadTheAnswers}
        loading={{ count: 5, height: 44, label: words.loadingTheAnswers }}
        empty={{ title: words.nobodyAnswered, level: 3 }}
      >
        {({ pages }) => (
          // A list that scrolls must be reachable by keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          <ul className="answers-list" tabIndex={0} aria-label={words.everyonesAnswers}>
            {pages.flat().map((row) => (
              <li key={row.user_id} className={row.user_id === userId ? "own-row" : ""}>
                <Shirt player={row.user_id} name={row.full_name} />
                <span>
                  <span>
                    {row.user_id === userId ? words.nameOfYou({ name: row.full_name }) : row.full_name}
                  </span>
                  <small>{answerWords(row.answer)}</small>
                </span>
                {row.points_earned !== null && <b>{words.points({ points: row.points_earned })}</b>}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <LoadMoreButton query={answers} className="btn secondary small">
        {words.showMoreAnswers}
      </LoadMoreButton>
    </Dialog>
  );
}
