import { Copy, Download } from "lucide-react";
import { useEffect, useState } from "react";
import { Skeleton } from "../loading/skeleton.tsx";
import { download, fileName } from "../text/download.ts";
import { Dialog } from "./dialog.tsx";
import { toast } from "./toast.ts";

interface Props {
  text: string;
  title: string;
  picture: (() => Promise<Blob>) | undefined;
  onShared: () => void;
  onClose: () => void;
}

/** What a browser without a share sheet shows: the text, the picture, and ways to send them. */
export function ShareDialog({ text, title, picture, onShared, onClose }: Props) {
  const [image, setImage] = useState<{ blob: Blob; address: string } | "loading" | "failed">("loading");
  // The function may be another one after each rendering, and the window shows one picture.
  const [load] = useState(() => picture);
  useEffect(() => {
    let address: string | null = null;
    let isOpen = true;
    load?.().then(
      (blob) => {
        if (!isOpen) return;
        address = URL.createObjectURL(blob);
        setImage({ blob, address });
      },
      () => isOpen && setImage("failed"),
    );
    return () => {
      isOpen = false;
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [load]);
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
      {load && image === "loading" && <Skeleton height={300} />}
      {load && image === "failed" && (
        <p role="alert">The picture did not load. You can still send the message.</p>
      )}
      {typeof image === "object" && (
        <img
          className="shared-picture"
          src={image.address}
          alt={`Picture: ${title}`}
          width={1080}
          height={1350}
        />
      )}
      <div className="actions">
        {typeof image === "object" && (
          <button
            type="button"
            className="btn secondary"
            onClick={() => download(`${fileName(title)}.png`, "image/png", image.blob)}
          >
            <Download size={20} aria-hidden="true" />
            Download
          </button>
        )}
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
