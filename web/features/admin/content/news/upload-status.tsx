import { useEffect, useRef } from "react";
import * as words from "#words/admin-content";
import { isSameFile, type NewsDraft, percentOf, percentStored } from "./news-draft.ts";
import type { UploadProgress } from "./picture-upload.ts";

/** Shows how much of the picture has been uploaded. */
export function UploadStatus({ progress, onCancel }: { progress: UploadProgress; onCancel: () => void }) {
  const percent = percentOf(progress.sent, progress.size);
  const status = useRef<HTMLDivElement>(null);
  // It appears above the button that was pressed, which may be at the edge of the dialog.
  useEffect(() => {
    // Recent browsers return a promise, which is not a cleanup function.
    void status.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={status} className="upload-status">
      <p>
        <span role="status">{progress.isWaiting ? words.waitingForTheConnection : words.uploading}</span>{" "}
        <span>{`${percent} %`}</span>
      </p>
      <progress value={percent} max={100} aria-label={words.uploadOfThePicture} />
      <button type="button" className="btn secondary small" onClick={onCancel}>
        {words.cancel}
      </button>
    </div>
  );
}

interface InterruptedUploadProps {
  draft: NewsDraft;
  chosen: File | null;
  onCancel: () => void;
}

/** Offers to continue an upload that an earlier visit began. Shows nothing when another file has been chosen. */
export function InterruptedUpload({ draft, chosen, onCancel }: InterruptedUploadProps) {
  if (chosen && !isSameFile(draft, chosen)) return null;
  return (
    <div className="upload-status">
      <p>
        {chosen
          ? words.uploadContinues({ percent: percentStored(draft) })
          : words.uploadStopped({ name: draft.file.name, percent: percentStored(draft) })}
      </p>
      <progress value={percentStored(draft)} max={100} aria-label={words.uploadOfThePicture} />
      <button type="button" className="btn secondary small" onClick={onCancel}>
        {words.cancelTheUpload}
      </button>
    </div>
  );
}
