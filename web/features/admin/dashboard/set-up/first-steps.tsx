import { useQueryClient } from "@tanstack/react-query";
import { Copy, FileUp } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";
import * as words from "#words/admin-set-up";
import { backend } from "../../../../backend/connection/client.ts";
import { dashboardTabPath, paths, registerPath } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { lazySection } from "../../../../ui/loading/lazy-section.tsx";
import { copyText } from "../../../../ui/overlays/copy-text.ts";
import { ShareButton } from "../../../../ui/overlays/share-button.tsx";
import { setUp } from "./set-up-queries.ts";

const ImportDialog = lazySection(
  async () => (await import("../../matches/import/import-dialog.tsx")).ImportDialog,
);
const AddMembersDialog = lazySection(
  async () => (await import("../../members/new-members/add-members-dialog.tsx")).AddMembersDialog,
);

/** Where openfootball publishes its files, of which the import reads the JSON. */
const openfootball = "https://github.com/openfootball/football.json";

export function FixturesStep() {
  const [isImporting, setIsImporting] = useState(false);
  const closed = useStepChecked();
  return (
    <>
      <p>{words.fixturesHow}</p>
      <div className="set-up-actions">
        <button type="button" className="btn" onClick={() => setIsImporting(true)}>
          <FileUp size={20} aria-hidden="true" />
          <span>{words.importFixtures}</span>
        </button>
        <a className="btn link" href={openfootball} target="_blank" rel="noreferrer">
          {words.getAFile}
        </a>
        <Link className="btn link" to={paths.manageMatches}>
          {words.typeThemIn}
        </Link>
        <Link className="btn link" to={dashboardTabPath("api-settings")}>
          {words.fromAProvider}
        </Link>
      </div>
      {isImporting && (
        <Opened>
          <ImportDialog
            onClose={() => {
              setIsImporting(false);
              closed();
            }}
          />
        </Opened>
      )}
    </>
  );
}

export function MembersStep() {
  const id = useId();
  const [isAdding, setIsAdding] = useState(false);
  const closed = useStepChecked();
  const link = window.location.origin + registerPath;
  const copy = () => copyText(link, { copied: words.linkCopied, failed: words.copyingFailed });
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{words.linkForNewMembers}</label>
        <div className="set-up-link">
          <input id={id} readOnly value={link} onFocus={(event) => event.target.select()} />
          <button type="button" className="btn secondary" onClick={() => void copy()}>
            <Copy size={18} aria-hidden="true" />
            <span>{words.copy}</span>
          </button>
        </div>
      </div>
      <div className="set-up-actions">
        <ShareButton
          text={words.joinOurClub({ club: backend().config.brand, link })}
          title={words.linkForNewMembers}
          className="btn"
        >
          {words.sendTheLink}
        </ShareButton>
        <button type="button" className="btn link" onClick={() => setIsAdding(true)}>
          {words.pasteAList}
        </button>
      </div>
      {isAdding && (
        <Opened>
          <AddMembersDialog
            onClose={() => {
              setIsAdding(false);
              closed();
            }}
          />
        </Opened>
      )}
    </>
  );
}

export function CodesStep({ onSkip }: { onSkip: () => void }) {
  return (
    <>
      <p>{words.codesHow}</p>
      <div className="set-up-actions">
        <Link className="btn" to={dashboardTabPath("codes")}>
          {words.makeCodes}
        </Link>
        <button type="button" className="btn link" onClick={onSkip}>
          {words.goOnWithoutCodes}
        </button>
      </div>
    </>
  );
}

/** Loads the steps again after a dialog, which may have done one. */
function useStepChecked(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: setUp.queryKey });
}

function Opened({ children }: { children: ReactNode }) {
  return <Suspense fallback={null}>{children}</Suspense>;
}
