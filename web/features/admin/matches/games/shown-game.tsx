import { useState } from "react";
import { Link } from "../../../../routing/link.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import "./games.css";

interface Props {
  title: string;
  /** The figures below the title. */
  facts: string;
  isRunning: boolean;
  /** The address of its page, and the words of the link. */
  page: { path: string; label: string };
  end: {
    /** Resolves to the id for the undo. */
    act: () => Promise<string>;
    stale: readonly string[];
    label: string;
    question: string;
    keep: string;
    consequences: string;
    done: string;
    failed: string;
  };
}

/** The divisions, the cup or the game that run, which organisers can end, or those that ended last. */
export function ShownGame({ title, facts, isRunning, page, end }: Props) {
  const [isOpen, setOpen] = useState(false);
  const ending = useAdminMutation(
    end.act,
    { success: end.done, failure: end.failed },
    { stale: end.stale, onDone: () => setOpen(false), undoId: (id) => id },
  );
  return (
    <div className="panel shown-game">
      <div>
        <h3>{title}</h3>
        <p className="muted">{facts}</p>
      </div>
      <div className="row-actions">
        <Link className="btn secondary small" to={page.path}>
          {page.label}
        </Link>
        {isRunning && (
          <button type="button" className="btn secondary small" onClick={() => setOpen(true)}>
            {end.label}
          </button>
        )}
      </div>
      {isOpen && (
        <ConfirmDialog
          open
          title={end.question}
          keep={end.keep}
          confirm={end.label}
          pending={ending.isPending}
          error={ending.problem}
          onKeep={() => setOpen(false)}
          onConfirm={() => ending.mutate(undefined)}
        >
          <p>{end.consequences}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
