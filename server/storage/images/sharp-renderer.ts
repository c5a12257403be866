/** Image transformation with sharp (libvips), within the limits that the Supabase CLI sets for imgproxy. */
import { availableParallelism } from "node:os";
import type sharp from "sharp";
import type { Metadata, Sharp } from "sharp";
import { StorageError } from "../errors.ts";
import { detectImage } from "../objects/media-types.ts";
import type { ImageRenderer, Picture, RenderRequest, Transformation } from "./image-renderer.ts";
import { createQueue } from "./queue.ts";

export const MAX_BYTES = 25_000_000;
const MAX_PIXELS = 50_000_000;
const MAX_FRAMES = 60;
const TIMEOUT_SECONDS = 15;
/** libuv's four threads also serve files, and one core is left to the event loop. */
const MAX_RUNNING = Math.max(1, Math.min(2, availableParallelism() - 1));
const MAX_QUEUED = 32;

type Format = "jpeg" | "png" | "webp" | "gif" | "avif";
/** Formats that are read and written. SVG is excluded, because it can contain scripts. */
const FORMATS: ReadonlyMap<string | null, Format> = new Map(
  (["jpeg", "png", "webp", "gif", "avif"] as const).map((format) => [`image/${format}`, format]),
);
const LOADERS = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((name) => `VipsForeignLoad${name}`);

/** `load` loads sharp on first use. `failed` is called if sharp cannot be loaded. */
export function createSharpRenderer(
  failed: (error: unknown) => void,
  load: () => Promise<typeof sharp> = async () => (await import("sharp")).default,
): ImageRenderer {
  const enqueue = createQueue(MAX_RUNNING, MAX_QUEUED);
  let loaded: Promise<typeof sharp | null> | undefined;
  const ready = () => {
    loaded ??= load()
      .then(withSafeLoaders)
      .catch((error: unknown) => {
        failed(error);
        return null;
      });
    return loaded;
  };
  return {
    async render(read, asked) {
      const library = await ready();
      if (!library) throw new StorageError("renderer_missing");
      return enqueue(async () => {
        if (asked.signal.aborted) throw new StorageError("renderer_busy");
        return transform(library, await read(), asked);
      });
    },
  };
}

/** One thread per image, no cache, and only the loaders of the supported formats. */
function withSafeLoaders(library: typeof sharp): typeof sharp {
  library.concurrency(1);
  library.cache(false);
  library.block({ operation: ["VipsForeignLoad"] });
  library.unblock({ operation: LOADERS });
  return library;
}

async function transform(library: typeof sharp, bytes: Uint8Array, asked: RenderRequest): Promise<Picture> {
  const format = FORMATS.get(detectImage(bytes));
  if (!format) throw new StorageError("invalid_image");
  // As imgproxy (vips/vips.c), which also reads an image whose last bytes are missing.
  const limits = { limitInputPixels: MAX_PIXELS, failOn: "none" } as const;
  try {
    const source = await library(bytes, limits).metadata();
    const target = targetOf(asked, format, source);
    const frames = target === "gif" || target === "webp" ? Math.min(source.pages ?? 1, MAX_FRAMES) : 1;
    if (source.width * source.height * frames > MAX_PIXELS) throw tooManyPixels();
    // Frames of an animation are already upright, and sharp cannot rotate animations.
    const picture = library(bytes, { ...limits, pages: frames, autoOrient: frames === 1 });
    const resized = resize(picture, asked.transformation, source).timeout({ seconds: TIMEOUT_SECONDS });
    const rendered = await encode(resized, target, asked.transformation.quality).toBuffer();
    return { type: `image/${target}`, bytes: new Uint8Array(rendered) };
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    const message = cause instanceof Error ? cause.message : "";
    if (message.includes("exceeds pixel limit")) throw tooManyPixels();
    if (message.startsWith("timeout")) {
      throw new StorageError("internal", "The image transformation timed out", { cause });
    }
    throw new StorageError("invalid_image");
  }
}

function tooManyPixels(): StorageError {
  return new StorageError("invalid_image", "Source image resolution is too big");
}

/** As imgproxy: WebP if accepted, else the image's own format if every browser supports it. */
function targetOf({ transformation, webp }: RenderRequest, format: Format, source: Metadata): Format {
  if (transformation.format === "origin") return format;
  if (transformation.format) return transformation.format;
  if (webp) return "webp";
  if (format === "jpeg" || format === "png" || format === "gif") return format;
  return source.hasAlpha ? "png" : "jpeg";
}

function resize(picture: Sharp, { width, height, resize }: Transformation, source: Metadata): Sharp {
  if (!width && !height) return picture;
  const box = { ...(width ? { width } : {}), ...(height ? { height } : {}), withoutEnlargement: true };
  switch (resize) {
    case "contain":
      return picture.resize({ ...box, fit: "inside" });
    case "fill":
      return picture.resize({ ...box, ...stretched(width, height, source), fit: "fill" });
    default:
      return picture.resize({ ...box, fit: "cover" });
  }
}

/** The requested box, scaled down until the image need not be enlarged. */
function stretched(width: number | undefined, height: number | undefined, { autoOrient }: Metadata) {
  if (!width || !height) return {};
  const scale = Math.min(1, autoOrient.width / width, autoOrient.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function encode(picture: Sharp, target: Format, quality: number | undefined): Sharp {
  switch (target) {
    case "jpeg":
      return picture.jpeg({ quality: quality ?? 80 });
    case "webp":
      return picture.webp({ quality: quality ?? 80 });
    case "avif":
      return picture.avif({ quality: quality ?? 63, effort: 1 }); // imgproxy's default: speed 8
    case "png":
      return picture.png();
    case "gif":
      return picture.gif();
  }
}
