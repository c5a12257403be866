import { useState } from "react";
import * as adminWords from "#words/admin";
import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import * as uiWords from "#words/ui";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { saveEdit } from "../../../../backend/edits/save-edit.ts";
import { staleAfterSettling } from "../../../../backend/queries/query-keys.ts";
import type { AdminQuestionRow, QuestionKind } from "../../../../backend/types/question-rows.ts";
import { competitions } from "../../../../football/rules/competitions.ts";
import { DateInput } from "../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useEditQuestion } from "../../../../ui/overlays/edit-question.tsx";
import { AdminError, useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { addQuestion, changeQuestion } from "./question-mutations.ts";
import { loadQuestion, openedQuestion } from "./question-queries.ts";
import {
  fieldsOf,
  kinds,
  type QuestionFields,
  questionEditFields,
  questionOf,
  suggestions,
} from "./question-rules.ts";

const failure = words.failedToSaveQuestion;

/** Adds a question, from a suggestion or empty, or edits an open one. After the first answer only help and lock change. */
export function QuestionForm({
  question,
  onClose,
}: {
  question: AdminQuestionRow | null;
  onClose: () => void;
}) {
  const zone = backend().config.time_zone;
  const [fields, setFields] = useState(() => fieldsOf(question, zone));
  const [invalid, setInvalid] = useState<string | null>(null);
  const { ask, question: editQuestion } = useEditQuestion();
  const save = useAdminMutation(
    (mine: QuestionFields, requestKey): Promise<unknown> =>
      question === null
        ? addQuestion(checked(mine), requestKey)
        : saveEdit({
            opened: openedQuestion(question, zone),
            mine,
            fields: questionEditFields,
            save: (values, seen) => changeQuestion(question.id, checked(values), seen),
            load: () => loadQuestion(question.id, zone),
            ask,
            onTheirs: onClose,
          }),
    { success: question ? words.questionChanged : words.questionAdded, failure },
    { stale: staleAfterSettling, onDone: onClose, reported: /^SL00[34]$|^42501$/ },
  );
  const submit = () => {
    const read = questionOf(fields, zone, serverNow());
    setInvalid("problem" in read ? read.problem : null);
    if (!("problem" in read)) save.mutate(fields);
  };
  const isAnswered = (question?.answers ?? 0) > 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={question ? words.editQuestion({ title: question.title }) : words.addQuestion}
    >
      {question === null && (
        <p className="suggestions">
          {suggestions.map((suggestion) => (
            <button
              key={suggestion.title}
              type="button"
              className="btn secondary small"
              aria-pressed={fields.title === suggestion.title}
              onClick={() => setFields({ ...fields, ...suggestion })}
            >
              {suggestion.title}
            </button>
          ))}
        </p>
      )}
      <Form className="form" noValidate onSubmit={submit}>
        {isAnswered && (
          <p className="notice">{words.membersHaveAnswered({ answers: question?.answers ?? 0 })}</p>
        )}
        <QuestionFieldset fields={fields} isAnswered={isAnswered} onFields={setFields} />
        <FormError message={invalid ?? save.problem} />
        <div className="actions">
          <button type="button" className="btn secondary" onClick={onClose}>
            {uiWords.close}
          </button>
          <SubmitButton pending={save.isPending}>
            {question ? words.saveQuestion : words.addQuestion}
          </SubmitButton>
        </div>
      </Form>
      {editQuestion}
    </Dialog>
  );

  function checked(values: QuestionFields) {
    const read = questionOf(values, zone, serverNow());
    if ("problem" in read) throw new AdminError(read.problem);
    return read;
  }
}

interface FieldsetProps {
  fields: QuestionFields;
  isAnswered: boolean;
  onFields: (fields: QuestionFields) => void;
}

function QuestionFieldset({ fields, isAnswered, onFields }: FieldsetProps) {
  const set = (changed: Partial<QuestionFields>) => onFields({ ...fields, ...changed });
  return (
    <>
      <Field label={words.question}>
        <input
          value={fields.title}
          maxLength={100}
          autoComplete="off"
          disabled={isAnswered}
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      <Field label={words.helpOptional} hint={words.whereHelpIsRead}>
        <input
          value={fields.help}
          maxLength={300}
          autoComplete="off"
          onChange={(event) => set({ help: event.target.value })}
        />
      </Field>
      <div className="question-fields">
        <Field label={words.competition}>
          <select
            value={fields.competition}
            disabled={isAnswered}
            onChange={(event) => set({ competition: event.target.value })}
          >
            {competitions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field label={words.kindOfAnswer}>
          <select
            value={fields.kind}
            disabled={isAnswered}
            onChange={(event) => set({ kind: event.target.value as QuestionKind })}
          >
            {Object.entries(kinds).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        {fields.kind === "teams" && (
          <Field label={words.howManyTeams}>
            <input
              value={fields.count}
              inputMode="numeric"
              disabled={isAnswered}
              onChange={(event) => set({ count: event.target.value })}
            />
          </Field>
        )}
        <Field label={fields.kind === "teams" ? words.pointsForEachRightTeam : footballWords.points}>
          <input
            value={fields.points}
            inputMode="numeric"
            disabled={isAnswered}
            onChange={(event) => set({ points: event.target.value })}
          />
        </Field>
        <Field label={words.lockDate}>
          <DateInput value={fields.date} onChange={(event) => set({ date: event.target.value })} />
        </Field>
        <Field label={words.lockTime} hint={adminWords.clubTime}>
          <input type="time" value={fields.time} onChange={(event) => set({ time: event.target.value })} />
        </Field>
      </div>
    </>
  );
}
