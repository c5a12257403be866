import { Copy, Download } from "lucide-react";
import { useEffect, useState } from "react";
import * as words from "#words/ui";
import { Skeleton } from "../loading/skeleton.tsx";
import { download, fileName } from "../text/download.ts";
import { whatsAppLink } from "../text/whats-app.ts";
import { copyText } from "./copy-text.ts";
import { Dialog } from "./dialog.tsx";

interface Props {
  text: string;
  title: string;
  picture?: () => Promise<Blob>;
  onShared: () => void;
  onClose: () => void;
}

/**
 * What a browser without a share sheet shows: the text, the picture, and ways to send them. The picture has its place from the start,
 * so that nothing moves while it is being pressed.
 */
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
    const said = { copied: words.messageCopiedToClipboard, failed: words.copyingFailedSelectMessage };
    if (await copyText(text, said)) onShared();
  };
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      {load && (
        <div className="shared-picture">
          {image === "loading" && <Skeleton height="100%" />}
          {image === "failed" && <p role="alert">{words.pictureDidNotLoad}</p>}
          {typeof image === "object" && (
            <img src={image.address} alt={words.pictureTitle({ title })} width={1080} height={1350} />
          )}
        </div>
      )}
      <div className="actions">
        {load && (
          <button
            type="button"
            className="btn secondary"
            disabled={typeof image === "string"}
            onClick={() =>
              typeof image === "object" && download(`${fileName(title)}.png`, "image/png", image.blob)
            }
          >
            <Download size={20} aria-hidden="true" />
            <span>{words.download}</span>
          </button>
        )}
        <button type="button" className="btn secondary" onClick={() => void copy()}>
          <Copy size={20} aria-hidden="true" />
          <span>{words.copy}</span>
        </button>
        <a className="btn" href={whatsAppLink(text)} target="_blank" rel="noreferrer" onClick={onShared}>
          {words.whatsApp}
        </a>
      </div>
    </Dialog>
  );
}
