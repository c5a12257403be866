/** What a picture may be turned into, and by whom. */

/** As the client's `transform` asks; what it leaves out stays as it is. */
export interface Transformation {
  /** Pixels, at most 2500. A picture is never enlarged. */
  width?: number | undefined;
  height?: number | undefined;
  /** `cover` (without one, too) fills the box and crops, `contain` fits into it, `fill` stretches. */
  resize?: "cover" | "contain" | "fill" | undefined;
  /** 20 to 100; what loses nothing has none. */
  quality?: number | undefined;
  /** `origin`: the format that it has; without one, the best that the reader takes. */
  format?: "origin" | "avif" | undefined;
}

export interface Picture {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface ImageRenderer {
  /**
   * The picture that `read` resolves to, transformed; it is read when its turn comes. Throws StorageError: invalid_image,
   * renderer_busy when too many wait, renderer_missing where the machine cannot, internal.
   */
  render(read: () => Promise<Uint8Array>, asked: RenderRequest): Promise<Picture>;
}

export interface RenderRequest {
  transformation: Transformation;
  /** Whether the reader takes WebP. */
  webp: boolean;
  /** Nobody waits for it any more. */
  signal: AbortSignal;
}
