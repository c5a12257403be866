import { CircleAlert, ImagePlus } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import * as words from "#words/admin-content";
import { backend } from "../../../../backend/connection/client.ts";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { positionOf, transformOf } from "../../../../ui/text/text-formatting.ts";
import { type NewsFields, problemWithContents, problemWithPicture } from "./news-rules.ts";

interface Point {
  x: number;
  y: number;
}

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
};

/** Chooses, positions and removes the picture of the news. */
export function PictureField({
  fields,
  onChange,
}: {
  fields: NewsFields;
  onChange: (change: Partial<NewsFields>) => void;
}) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const shown = usePreview(fields);
  const chosen = useRef<File | undefined>(undefined);
  const choose = async (file: File | undefined) => {
    chosen.current = file;
    if (!file) return;
    const refused = problemWithPicture(file);
    setProblem(refused);
    if (refused) return;
    onChange({ picture: file, position: positionOf(null) });
    const broken = await problemWithContents(file);
    if (broken === null || chosen.current !== file) return;
    setProblem(broken);
    onChange({ picture: null });
  };

  return (
    <div className="picture-field">
      <div className="field">
        <label htmlFor={id}>{words.pictureOptional}</label>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-describedby={`${id}-hint`}
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        {problem && (
          <span className="error" role="alert">
            <CircleAlert size={16} aria-hidden="true" />
            <span>{problem}</span>
          </span>
        )}
        <span className="hint" id={`${id}-hint`}>
          {words.limitsOfPictures}
        </span>
      </div>
      {shown ? (
        <>
          <PictureFrame
            shown={shown}
            position={fields.position}
            onMove={(position) => onChange({ position })}
          />
          <div className="row-actions">
            <button
              type="button"
              className="btn secondary small"
              onClick={() => onChange({ position: positionOf(null) })}
            >
              {words.resetPosition}
            </button>
            <button
              type="button"
              className="btn secondary small"
              onClick={() => onChange({ picture: null, imageUrl: null })}
            >
              {words.removePicture}
            </button>
          </div>
        </>
      ) : (
        <p className="hint">
          <ImagePlus size={18} aria-hidden="true" /> <span>{words.withoutAPicture}</span>
        </p>
      )}
    </div>
  );
}

interface PictureFrameProps {
  shown: string;
  position: NewsFields["position"];
  onMove: (position: NewsFields["position"]) => void;
}

/** The picture as Home shows it. It can be dragged, moved with arrow keys and zoomed. */
function PictureFrame({ shown, position, onMove }: PictureFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const grabbed = useRef<{ pointer: Point; position: Point } | null>(null);
  const move = (x: number, y: number) =>
    onMove(positionOf({ ...position, x: position.x + x, y: position.y + y }));

  // Measured from the start of the drag, so that rounding errors do not add up. An offset is half the position, hence 200.
  const drag = (event: PointerEvent) => {
    if (!grabbed.current || !frame.current) return;
    const { pointer, position: from } = grabbed.current;
    const { width, height } = frame.current.getBoundingClientRect();
    onMove(
      positionOf({
        ...position,
        x: from.x + Math.round(((event.clientX - pointer.x) / width) * 200),
        y: from.y + Math.round(((event.clientY - pointer.y) / height) * 200),
      }),
    );
  };
  const endDrag = () => {
    grabbed.current = null;
  };
  const moveByKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(...step);
  };

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no element stands for a frame that moves in two directions */}
      <div
        ref={frame}
        className="picture-frame"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture
        tabIndex={0}
        aria-label={words.positionOfThePicture}
        onKeyDown={moveByKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          grabbed.current = { pointer: { x: event.clientX, y: event.clientY }, position };
        }}
        onPointerMove={drag}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
      >
        <img src={shown} alt="" draggable={false} style={{ transform: transformOf(position) }} />
      </div>
      <label className="picture-zoom">
        <span>{words.zoom}</span>
        <input
          type="range"
          min={0.5}
          max={2}
          step={0.1}
          value={position.scale}
          onChange={(event) => onMove(positionOf({ ...position, scale: event.target.valueAsNumber }))}
        />
        <output>{`${formatNumber(position.scale, 1)}×`}</output>
      </label>
    </>
  );
}

/** The URL of the chosen file, or of the stored picture. */
function usePreview({ picture, imageUrl }: NewsFields): string | null {
  const [local, setLocal] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return setLocal(null);
    const address = URL.createObjectURL(picture);
    setLocal(address);
    return () => URL.revokeObjectURL(address);
  }, [picture]);
  if (picture) return local;
  return imageUrl?.startsWith("/") ? `${backend().config.url}${imageUrl}` : imageUrl;
}
