import { Copy, Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { toast } from "./toast.ts";

interface Props {
  /** What is sent, with its address. */
  text: string;
  /** The title of the window that a browser without a share sheet shows. */
  title: string;
  /** The accessible name, if the content is not enough. */
  label?: string;
  className: string;
  /** Called after the text was passed to another program or copied. Not called when the share sheet is closed. */
  onShared?: () => void;
  /** The visible words; with null `label` names the button. */
  children: ReactNode;
}

/** Opens the device's share sheet, or, if the browser has none, a window with WhatsApp and Copy. */
export function ShareButton({ text, title, label, className, onShared, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const share = async () => {
    if (!("share" in navigator)) return setIsOpen(true);
    try {
      await navigator.share({ text });
      onShared?.();
    } catch {
      // The share sheet was closed.
    }
  };
  return (
    <>
      <button type="button" className={className} aria-label={label} onClick={() => void share()}>
        <Share2 size={20} aria-hidden="true" />
        {children}
      </button>
      {isOpen && (
        <ShareDialog
          text={text}
          title={title}
          onShared={() => {
            setIsOpen(false);
            onShared?.();
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

interface DialogProps {
  text: string;
  title: string;
  onShared: () => void;
  onClose: () => void;
}

function ShareDialog({ text, title, onShared, onClose }: DialogProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Message copied to clipboard");
      onShared();
    } catch {
      toast.error("Copying failed. Select the message and copy it by hand.");
    }
  };
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <div className="actions">
        <button type="button" className="btn secondary" onClick={() => void copy()}>
          <Copy size={20} aria-hidden="true" />
          Copy
        </button>
        <a
          className="btn"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          onClick={onShared}
        >
          WhatsApp
        </a>
      </div>
    </Dialog>
  );
}
