import { Share2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { lazySection } from "../loading/lazy-section.tsx";

const ShareDialog = lazySection(async () => (await import("./share-dialog.tsx")).ShareDialog);

export interface Shared {
  /** What is sent, with its address. */
  text: string;
  /** The title of the window that a browser without a share sheet shows. */
  title: string;
  /** Loads the picture that is sent with the text, a PNG. */
  picture?: () => Promise<Blob>;
  /** Called after the text was passed to another program or copied. Not called when the share sheet is closed. */
  onShared?: () => void;
}

interface Props extends Shared {
  /** The accessible name, if the content is not enough. */
  label?: string;
  className: string;
  /** The visible words; with null `label` names the button. */
  children: ReactNode;
}

/** Opens the device's share sheet, or a window if the browser has none or cannot share the picture. */
export function ShareButton({ label, className, children, ...shared }: Props) {
  const { share, isPending, shareWindow } = useShare();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-busy={isPending}
        onClick={() => share(shared)}
      >
        <Share2 size={20} aria-hidden="true" />
        <span>{children}</span>
      </button>
      {shareWindow}
    </>
  );
}

/**
 * The action of a ShareButton, for lists whose rows may disappear while the window is open. `shareWindow`: the window with the
 * picture, WhatsApp, Copy and Download; null while it is closed.
 */
export function useShare() {
  const [opened, setOpened] = useState<Shared | null>(null);
  const [isPending, setIsPending] = useState(false);
  const share = async (shared: Shared) => {
    const { text, picture, onShared } = shared;
    if (isPending) return;
    if (!canShare(picture !== undefined)) return setOpened(shared);
    setIsPending(true);
    try {
      const files = picture ? { files: [pngFile(await inTime(picture()))] } : {};
      await navigator.share({ text, ...files });
      onShared?.();
    } catch (error) {
      // AbortError: the share sheet was closed. Otherwise the picture failed to load, or took too long to count as a press.
      const isClosed = error instanceof DOMException && error.name === "AbortError";
      if (!isClosed) setOpened(shared);
    } finally {
      setIsPending(false);
    }
  };
  const shareWindow = opened && (
    <Suspense fallback={null}>
      <ShareDialog
        {...opened}
        onShared={() => {
          setOpened(null);
          opened.onShared?.();
        }}
        onClose={() => setOpened(null)}
      />
    </Suspense>
  );
  return { share: (shared: Shared) => void share(shared), isPending, shareWindow };
}

/** Browsers open the share sheet for about five seconds after a press. */
const pressCounts = 4_500;

/** Rejects if the picture is too late for the share sheet. The window shows its text at once and waits for the picture. */
function inTime(picture: Promise<Blob>): Promise<Blob> {
  // not a text: for developers
  const late = () => new Error("The picture is too late for the share sheet");
  return Promise.race([
    picture,
    new Promise<never>((_, reject) => setTimeout(() => reject(late()), pressCounts)),
  ]);
}

function canShare(withFile: boolean): boolean {
  if (!("share" in navigator)) return false;
  return !withFile || ("canShare" in navigator && navigator.canShare({ files: [pngFile(new Blob())] }));
}

function pngFile(content: Blob): File {
  return new File([content], "scoreline.png", { type: "image/png" });
}
