import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import * as uiWords from "#words/ui";
import { staleAfterSettling } from "../../../../backend/queries/query-keys.ts";
import { answerCounts } from "../../../../backend/questions/question-queries.ts";
import { refusalIn } from "../../../../backend/sentences/refusals.ts";
import type { AdminQuestionRow, AnswerCountRow } from "../../../../backend/types/question-rows.ts";
import { pointsOfQuestion } from "../../../../football/questions/question-words.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { settleQuestion } from "./question-mutations.ts";
import { problemWithRightAnswer } from "./question-rules.ts";

interface Props {
  question: AdminQuestionRow;
  onClose: () => void;
}

/**
 * Sets or corrects the right answer: ticks among the answers of members, which are listed with their numbers, and the other teams.
 * A text or a number that no member gave is entered below them.
 */
export function SettleDialog({ question, onClose }: Props) {
  const counts = useQuery(answerCounts(question.id));
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        question.correct_answers
          ? words.correctQuestion({ title: question.title })
          : words.settleQuestionTitled({ title: question.title })
      }
      description={words.answersAndPoints({
        answers: question.answers,
        points: pointsOfQuestion(question),
      })}
    >
      <QueryView
        query={counts}
        failed={words.failedToLoadTheAnswers}
        loading={{ count: 4, height: 44, label: words.loadingTheAnswers }}
      >
        {(rows) => <SettleForm question={question} counts={rows} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
}

function SettleForm({ question, counts, onClose }: Props & { counts: readonly AnswerCountRow[] }) {
  const isTeam = question.kind === "team" || question.kind === "teams";
  const options = optionsOf(question, counts);
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    options.filter(({ isRight }) => isRight).map(({ answer }) => answer),
  );
  const [other, setOther] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const settle = useAdminMutation(
    (correct: readonly string[]) => settleQuestion(question.id, correct),
    { success: words.questionSettled, failure: words.failedToSettleQuestion },
    { stale: staleAfterSettling, onDone: onClose, undoId: (id) => id },
  );
  const submit = () => {
    const correct = [...ticked, ...(other.trim() === "" ? [] : [other.trim()])];
    const problem = problemWithRightAnswer(question.kind, correct);
    setInvalid(problem);
    if (!problem) settle.mutate(correct);
  };
  const refusal = settle.error && refusalIn(settle.error);
  return (
    <Form className="form" noValidate onSubmit={submit}>
      {options.length > 0 && (
        <fieldset className="right-answers">
          <legend>{words.whichAnswersAreRight}</legend>
          {options.map(({ answer, members }) => (
            <label key={answer} className="checkbox-field">
              <input
                type="checkbox"
                checked={ticked.includes(answer)}
                onChange={({ target }) =>
                  setTicked(target.checked ? [...ticked, answer] : ticked.filter((one) => one !== answer))
                }
              />
              <span>{answer}</span>
              <small>{words.members({ members })}</small>
            </label>
          ))}
        </fieldset>
      )}
      {!isTeam && (
        <Field
          label={words.answerThatNobodyGave}
          hint={question.kind === "text" ? words.caseDoesNotMatter : undefined}
        >
          <input
            value={other}
            maxLength={100}
            autoComplete="off"
            inputMode={question.kind === "number" ? "numeric" : "text"}
            onChange={(event) => setOther(event.target.value)}
          />
        </Field>
      )}
      <FormError message={invalid ?? (refusal ? `${refusal}.` : settle.problem)} />
      <div className="actions">
        <button type="button" className="btn secondary" onClick={onClose}>
          {uiWords.close}
        </button>
        <SubmitButton pending={settle.isPending}>
          {question.correct_answers ? words.saveAnswer : words.settleQuestion}
        </SubmitButton>
      </div>
    </Form>
  );
}

interface Option {
  answer: string;
  members: number;
  isRight: boolean;
}

/** The answers of members, then saved right answers that nobody gave, then the other teams. */
function optionsOf(question: AdminQuestionRow, counts: readonly AnswerCountRow[]): Option[] {
  const options = counts.map(({ answer, members, is_right }) => ({
    answer,
    members,
    isRight: is_right === true,
  }));
  const isListed = (name: string) =>
    options.some(({ answer }) => answer.toLowerCase() === name.toLowerCase());
  for (const answer of question.correct_answers ?? [])
    if (!isListed(answer)) options.push({ answer, members: 0, isRight: true });
  for (const answer of question.teams ?? [])
    if (!isListed(answer)) options.push({ answer, members: 0, isRight: false });
  return options;
}
