import { useEffect, useRef, useState } from "react";

export interface UploadProgress {
  /** Bytes. */
  sent: number;
  size: number;
  /** Whether the connection is lost. */
  isWaiting: boolean;
}

/** How the upload of a large picture is followed and stopped. */
export interface PictureUpload {
  signal: AbortSignal;
  onChange: (progress: UploadProgress) => void;
}

/** The reason of a signal that stops an upload for good. */
export const cancelled = "cancelled";

/** The progress of the form's upload. Closing the form stops the upload, which can be continued later. */
export function usePictureUpload() {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return {
    progress,
    begin(): PictureUpload {
      controller.current = new AbortController();
      return { signal: controller.current.signal, onChange: setProgress };
    },
    end: () => setProgress(null),
    cancel: () => controller.current?.abort(cancelled),
  };
}
