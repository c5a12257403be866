import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { staleAfterSettling } from "../../../../backend/queries/query-keys.ts";
import { answerCounts } from "../../../../backend/questions/question-queries.ts";
import type { AdminQuestionRow, AnswerCountRow } from "../../../../backend/types/question-rows.ts";
import { pointsOfQuestion } from "../../../../football/questions/question-words.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { refusalOf, useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { settleQuestion } from "./question-queries.ts";
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
      title={question.correct_answers ? `Correct ${question.title}` : `Settle ${question.title}`}
      description={`${plural(question.answers, "answer")}. A right answer earns ${pointsOfQuestion(question)}.`}
    >
      <QueryView
        query={counts}
        failed="Failed to load the answers"
        loading={{ count: 4, height: 44, label: "Loading the answers" }}
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
    { success: "Question settled. Its points count.", failure: "Failed to settle question" },
    { stale: staleAfterSettling, onDone: onClose, undoId: (id) => id },
  );
  const submit = () => {
    const correct = [...ticked, ...(other.trim() === "" ? [] : [other.trim()])];
    const problem = problemWithRightAnswer(question.kind, correct);
    setInvalid(problem);
    if (!problem) settle.mutate(correct);
  };
  const refusal = settle.error && refusalOf(settle.error);
  return (
    <Form className="form" noValidate onSubmit={submit}>
      {options.length > 0 && (
        <fieldset className="right-answers">
          <legend>Which answers are right?</legend>
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
              <small>{plural(members, "member")}</small>
            </label>
          ))}
        </fieldset>
      )}
      {!isTeam && (
        <Field
          label="Right answer that nobody gave"
          hint={question.kind === "text" ? "Case and accents do not matter." : undefined}
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
          Close
        </button>
        <SubmitButton pending={settle.isPending}>
          {question.correct_answers ? "Save answer" : "Settle question"}
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
