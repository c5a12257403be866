import { useQuery } from "@tanstack/react-query";
import { Copy, ExternalLink, RefreshCw } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-matches";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { ScreenLinkRow } from "../../../../backend/types/screen-rows.ts";
import { paths } from "../../../../paths.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { copyText } from "../../../../ui/overlays/copy-text.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { closeScreen, openScreen, setScreenNames } from "./bar-screen-mutations.ts";
import { screenLink } from "./bar-screen-queries.ts";
import "./bar-screen.css";

const stale = [subject.settings];

/** Organisers open the screen for the bar, copy its link, choose whether it shows names, replace the link and close it. */
export function BarScreen() {
  const link = useQuery(screenLink);
  return (
    <section className="bar-screen" aria-labelledby="bar-screen">
      <div className="section-head">
        <h2 id="bar-screen">{words.screenForTheBar}</h2>
        <p>{words.whatTheScreenShows}</p>
      </div>
      <QueryView
        query={{ ...link, data: link.data === undefined ? undefined : { row: link.data } }}
        failed={words.failedToLoadTheScreen}
        loading={{ count: 1, height: 140, label: words.loadingTheScreen }}
      >
        {({ row }) => (row ? <OpenScreen row={row} /> : <ClosedScreen />)}
      </QueryView>
    </section>
  );
}

function ClosedScreen() {
  const open = useAdminMutation(
    openScreen,
    { success: words.screenOpened, failure: words.failedToOpenTheScreen },
    { stale },
  );
  return (
    <button
      type="button"
      className="btn secondary"
      aria-disabled={open.isPending}
      onClick={() => open.mutate(undefined)}
    >
      {words.openAScreen}
    </button>
  );
}

function OpenScreen({ row }: { row: ScreenLinkRow }) {
  const [question, setQuestion] = useState<"new" | "close" | null>(null);
  const address = `${window.location.origin}${paths.screen}#${row.token}`;
  const done = { stale, onDone: () => setQuestion(null) };
  const renew = useAdminMutation(
    openScreen,
    { success: words.screenLinkReplaced, failure: words.failedToReplaceTheLink },
    done,
  );
  const close = useAdminMutation(
    closeScreen,
    { success: words.screenClosed, failure: words.failedToCloseTheScreen },
    done,
  );
  const copy = () => copyText(address, { copied: words.linkCopied, failed: words.linkCouldNotBeCopied });
  const isNew = question === "new";
  const act = isNew ? renew : close;
  return (
    <div className="panel">
      <Field label={words.screenLink} hint={words.everyoneWithTheLink}>
        <input readOnly value={address} onFocus={({ target }) => target.select()} />
      </Field>
      <NamesChoice key={`${row.shows_names}`} saved={row.shows_names} />
      <div className="row-actions">
        <button type="button" className="btn secondary small" onClick={() => void copy()}>
          <Copy size={16} aria-hidden="true" />
          <span>{words.copyTheLink}</span>
        </button>
        <a className="btn secondary small" href={address} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden="true" />
          <span>{words.showTheScreen}</span>
        </a>
        <button type="button" className="btn secondary small" onClick={() => setQuestion("new")}>
          <RefreshCw size={16} aria-hidden="true" />
          <span>{words.newLink}</span>
        </button>
        <button type="button" className="btn secondary small" onClick={() => setQuestion("close")}>
          {words.closeTheScreen}
        </button>
      </div>
      {question && (
        <ConfirmDialog
          open
          title={isNew ? words.replaceTheLinkQuestion : words.closeTheScreenQuestion}
          keep={isNew ? words.keepTheLink : words.keepTheScreen}
          confirm={isNew ? words.newLink : words.closeTheScreen}
          pending={act.isPending}
          error={act.problem}
          onKeep={() => setQuestion(null)}
          onConfirm={() => act.mutate(undefined)}
        >
          <p>{isNew ? words.oldLinkEnds : words.linkEnds}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Whether the screen shows names. Saved at once; a choice that was not saved goes back. */
function NamesChoice({ saved }: { saved: boolean }) {
  const [chosen, setChosen] = useState(saved);
  const save = useAdminMutation(
    setScreenNames,
    { success: words.screenChangesWithinAMinute, failure: words.failedToChangeTheScreen },
    { stale, onFailed: () => setChosen(saved) },
  );
  const choose = (isChosen: boolean) => {
    setChosen(isChosen);
    save.mutate(isChosen);
  };
  return (
    <label className="checkbox-field">
      <input type="checkbox" checked={chosen} onChange={({ target }) => choose(target.checked)} />
      <span>{words.showNames}</span>
    </label>
  );
}
