import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as words from "#words/questions";
import { codeOf } from "../../backend/connection/error-kinds.ts";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { saveAnswer } from "../../backend/questions/question-mutations.ts";
import { seasonQuestions } from "../../backend/questions/question-queries.ts";
import { answerSentences } from "../../backend/sentences/answer-sentences.ts";
import { factsOf, sentenceOf } from "../../backend/sentences/sentence.ts";
import type { SeasonQuestionRow } from "../../backend/types/question-rows.ts";
import { answerWords, problemWithAnswer } from "../../football/questions/question-words.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { showToast } from "../../ui/overlays/toast.ts";
import { Rich } from "../../ui/text/rich.tsx";

interface Props {
  question: SeasonQuestionRow;
  userId: string;
  league: string;
}

/** The fields for an answer to an open question, which can be changed until the lock. Needs the subscription. */
export function AnswerForm({ question, userId, league }: Props) {
  const { answer_count: count } = question;
  const saved = Array.from({ length: count }, (_, at) => question.answer?.[at] ?? "");
  // Null while the fields show the saved answer, which may change on another device.
  const [typed, setTyped] = useState<readonly string[] | null>(null);
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useSaving(question, userId, (answer) =>
    setTyped((latest) => (latest && isSame(latest, answer) ? null : latest)),
  );
  if (!question.may_answer) return <NeedsSubscription question={question} league={league} />;
  const parts = typed ?? saved;
  const isSaved = question.answer !== null && isSame(parts, saved);
  const submit = () => {
    const problem = problemWithAnswer(question.kind, count, parts);
    setInvalid(problem);
    if (!problem) save.mutate(parts.map((part) => part.trim()));
  };
  const setPart = (at: number, value: string) => {
    setTyped(parts.map((part, nth) => (nth === at ? value : part)));
    setInvalid(null);
    save.reset();
  };
  return (
    <Form className="answer-form" noValidate onSubmit={submit}>
      <div className="answer-fields">
        {parts.map((part, at) => (
          <AnswerField
            key={at}
            question={question}
            at={at}
            value={part}
            onValue={(value) => setPart(at, value)}
          />
        ))}
      </div>
      <FormError message={invalid ?? (save.error && problemOf(save.error))} />
      <div className="actions">
        <SubmitButton pending={save.isPending} className="btn small">
          <span>{words.saveAnswer}</span>
          <span className="visually-hidden">{` ${words.toQuestion({ question: question.title })}`}</span>
        </SubmitButton>
        <span className="note saved" role="status">
          {isSaved && (
            <>
              <Check aria-hidden="true" />
              <span>{words.saved}</span>
            </>
          )}
        </span>
      </div>
    </Form>
  );
}

/** `onSaved` receives the answer that the server has stored. */
function useSaving(
  question: SeasonQuestionRow,
  userId: string,
  onSaved: (answer: readonly string[]) => void,
) {
  const queries = useQueryClient();
  const { queryKey } = seasonQuestions(userId);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useAct({
    act: (answer: readonly string[]) => saveAnswer(question.id, answer),
    // Saves of one question run in order, so that the last answer wins.
    scope: { id: `answer ${question.id}` },
    onSuccess: (_, answer) => {
      // Shown at once: the answer to the next request may be late or lost.
      queries.setQueryData(queryKey, (rows) =>
        rows?.map((row) => (row.id === question.id ? { ...row, answer: [...answer] } : row)),
      );
      void queries.invalidateQueries({ queryKey });
      onSaved(answer);
    },
    onError: (error) => {
      // The player has left the page, whose form would say it.
      if (!isShown.current)
        showToast({
          kind: "error",
          message: words.answerWasNotSaved({ question: question.title }),
          description: problemOf(error),
          duration: 8_000,
        });
    },
  });
}

/** Whether both are the same answer, apart from spaces around it. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.every((part, at) => part.trim() === other[at]?.trim());
}

interface FieldProps {
  question: SeasonQuestionRow;
  at: number;
  value: string;
  onValue: (value: string) => void;
}

function AnswerField({ question, at, value, onValue }: FieldProps) {
  const { kind, title, answer_count: count } = question;
  const label = (
    <>
      <span>{kind === "teams" ? words.teamOf({ number: at + 1, count }) : words.yourAnswer}</span>
      <span className="visually-hidden">{` ${words.toQuestion({ question: title })}`}</span>
    </>
  );
  if (kind === "team" || kind === "teams")
    return (
      <Field label={label}>
        <select value={value} onChange={(event) => onValue(event.target.value)}>
          <option value="">{words.chooseATeam}</option>
          {/* A team that has left the list since it was chosen. */}
          {value !== "" && !question.teams?.includes(value) && <option value={value}>{value}</option>}
          {question.teams?.map((team) => (
            <option key={team} value={team}>
              {team}
            </option>
          ))}
        </select>
      </Field>
    );
  return (
    <Field label={label}>
      <input
        value={value}
        maxLength={100}
        autoComplete="off"
        inputMode={kind === "number" ? "numeric" : "text"}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  );
}

/** An answer from the time of an ended subscription still counts. */
function NeedsSubscription({ question, league }: { question: SeasonQuestionRow; league: string }) {
  return (
    <div className="answer-form">
      {question.answer && (
        <p>
          <Rich
            parts={words.yourAnswerIs({ answer: answerWords(question.answer), b: (text) => <b>{text}</b> })}
          />
        </p>
      )}
      <p>{words.needsASubscription({ league })}</p>
      <div className="actions">
        <Link className="btn secondary small" to={paths.subscriptions}>
          <span>{words.redeemACode}</span>
          <span className="visually-hidden">{` ${words.forLeague({ league })}`}</span>
        </Link>
      </div>
    </div>
  );
}

/** The database's words about the answer itself; otherwise those of the error table, which is about matches. */
function problemOf(error: Error): string {
  const code = codeOf(error);
  const refusal = sentenceOf(answerSentences, factsOf(error));
  if (refusal !== null) return `${refusal}.`;
  if (code === "SL001") return words.questionHasLocked;
  if (code === "PT404") return words.questionWasDeleted;
  return messageFor(error);
}
