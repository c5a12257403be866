import { useQuery } from "@tanstack/react-query";
import { Plus, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { staleAfterSettling } from "../../../../backend/queries/query-keys.ts";
import type { AdminQuestionRow } from "../../../../backend/types/question-rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { pointsOfQuestion, rightAnswerWords } from "../../../../football/questions/question-words.ts";
import { competitionWithId } from "../../../../football/rules/competitions.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { useSession } from "../../../../session/session-store.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { RowMenu } from "../../../../ui/overlays/row-menu.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { QuestionForm } from "./question-form.tsx";
import { deleteQuestion, reopenQuestion } from "./question-mutations.ts";
import { adminQuestions } from "./question-queries.ts";
import { SettleDialog } from "./settle-dialog.tsx";
import "./questions.css";

export { QuestionsPanel as Component };

type Open =
  | { kind: "form"; question: AdminQuestionRow | null }
  | { kind: "settle" | "reopen" | "delete"; question: AdminQuestionRow }
  | null;

/** The season questions: admins add, settle, reopen and delete them, helpers for results settle them. */
function QuestionsPanel() {
  const { isAdmin } = useSession();
  const questions = useQuery(adminQuestions);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="questions">
      <div className="section-head">
        <h2 id="questions">{words.seasonQuestions}</h2>
        <p>{words.whatQuestionsAre}</p>
      </div>
      {isAdmin && (
        <div className="toolbar">
          <button
            type="button"
            className="btn small"
            onClick={() => setOpen({ kind: "form", question: null })}
          >
            <Plus size={18} aria-hidden="true" />
            <span>{words.addQuestion}</span>
          </button>
        </div>
      )}
      <QueryView
        query={questions}
        failed={words.failedToLoadQuestions}
        loading={{ count: 4, height: 64, label: words.loadingQuestions }}
        empty={{
          title: words.noQuestionsYet,
          text: words.whatMembersSee,
        }}
      >
        {(rows) => (
          <div className="table-frame">
            <DataTable columns={columnsWith(isAdmin, setOpen)} rows={rows} keyOf={({ id }) => id} />
          </div>
        )}
      </QueryView>
      {open?.kind === "form" && <QuestionForm question={open.question} onClose={close} />}
      {open?.kind === "settle" && <SettleDialog question={open.question} onClose={close} />}
      {open?.kind === "reopen" && <ReopenQuestion question={open.question} onClose={close} />}
      {open?.kind === "delete" && <DeleteQuestion question={open.question} onClose={close} />}
    </section>
  );
}

function columnsWith(isAdmin: boolean, onOpen: (open: Open) => void): Column<AdminQuestionRow>[] {
  return [
    {
      title: words.question,
      cell: (question) => (
        <span className="question-cell">
          <b>{question.title}</b>
          <CompetitionBadge name={competitionWithId(question.competition_id)?.name ?? ""} />
          <small>{`${pointsOfQuestion(question)}. ${stateOf(question)}`}</small>
        </span>
      ),
    },
    { title: words.answers, wide: true, end: true, cell: ({ answers }) => answers },
    {
      title: words.actions,
      end: true,
      cell: (question) => <Actions question={question} isAdmin={isAdmin} onOpen={onOpen} />,
    },
  ];
}

/** `Locks Sat 15:00`, `Locked Sat 15:00, not settled`, `Settled: Arsenal`, or `Of a past season: Arsenal`. */
function stateOf({ is_open, locks_at, kind, correct_answers, closed_at }: AdminQuestionRow): string {
  const at = kickOffInSentence(locks_at, serverNow());
  if (is_open) return words.locksAt({ time: at });
  if (!correct_answers) return words.lockedAtNotSettled({ time: at });
  const answer = rightAnswerWords(kind, correct_answers);
  return closed_at ? words.ofAPastSeason({ answer }) : words.settledAs({ answer });
}

interface ActionsProps {
  question: AdminQuestionRow;
  isAdmin: boolean;
  onOpen: (open: Open) => void;
}

function Actions({ question, isAdmin, onOpen }: ActionsProps) {
  const { title, is_open, correct_answers, closed_at } = question;
  const act = is_open ? words.edit : correct_answers ? words.correct : words.settle;
  const canAct = closed_at === null && (isAdmin || !is_open);
  return (
    <span className="row-actions">
      {canAct && (
        <button
          type="button"
          className="btn secondary small"
          aria-label={`${act} ${title}`}
          onClick={() => onOpen({ kind: is_open ? "form" : "settle", question })}
        >
          {act}
        </button>
      )}
      {isAdmin && (
        <RowMenu
          label={words.actionsForQuestion({ title })}
          actions={[
            ...(correct_answers && closed_at === null
              ? [
                  {
                    label: words.takeTheAnswerBack,
                    icon: RotateCcw,
                    onSelect: () => onOpen({ kind: "reopen", question }),
                  },
                ]
              : []),
            {
              label: words.deleteLabel,
              icon: Trash2,
              destructive: true,
              onSelect: () => onOpen({ kind: "delete", question }),
            },
          ]}
        />
      )}
    </span>
  );
}

interface DialogProps {
  question: AdminQuestionRow;
  onClose: () => void;
}

function ReopenQuestion({ question, onClose }: DialogProps) {
  const reopen = useAdminMutation(
    () => reopenQuestion(question.id),
    { success: words.answerIsTakenBack, failure: words.failedToTakeBack },
    { stale: staleAfterSettling, onDone: onClose, undoId: (id) => id },
  );
  return (
    <ConfirmDialog
      open
      title={words.takeBackQuestion({ title: question.title })}
      keep={words.keepAnswer}
      confirm={words.takeItBack}
      pending={reopen.isPending}
      error={reopen.problem}
      onKeep={onClose}
      onConfirm={() => reopen.mutate(undefined)}
    >
      <p>{words.effectsOfTakingBack}</p>
    </ConfirmDialog>
  );
}

function DeleteQuestion({ question, onClose }: DialogProps) {
  const remove = useAdminMutation(
    () => deleteQuestion(question.id),
    { success: words.questionDeleted, failure: words.failedToDeleteQuestion },
    { stale: staleAfterSettling, onDone: onClose, undoId: (id) => id },
  );
  return (
    <ConfirmDialog
      open
      title={words.deleteQuestionTitled({ title: question.title })}
      keep={words.keepQuestion}
      confirm={words.deleteQuestion}
      pending={remove.isPending}
      error={remove.problem}
      onKeep={onClose}
      onConfirm={() => remove.mutate(undefined)}
    >
      <p>
        {question.answers === 0
          ? words.itHasNoAnswers
          : words.answersAreDeleted({ answers: question.answers })}
      </p>
    </ConfirmDialog>
  );
}
