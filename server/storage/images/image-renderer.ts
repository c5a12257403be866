/** The interface of image transformation. */

/** The client's `transform` option. Missing fields stay unchanged. */
export interface Transformation {
  /** Pixels, at most 2500. Images are never enlarged. */
  width?: number | undefined;
  height?: number | undefined;
  /** `cover` (the default) fills the box and crops, `contain` fits into it, `fill` stretches. */
  resize?: "cover" | "contain" | "fill" | undefined;
  /** 20 to 100; ignored by lossless formats. */
  quality?: number | undefined;
  /** `origin` keeps the format; without a value, the best format that the client accepts. */
  format?: "origin" | "avif" | "webp" | undefined;
}

export interface Picture {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface ImageRenderer {
  /**
   * Transforms the image that `read` returns; `read` is called when the job starts. Throws StorageError: invalid_image,
   * renderer_busy if the queue is full, renderer_missing if sharp cannot be loaded, internal.
   */
  render(read: () => Promise<Uint8Array>, asked: RenderRequest): Promise<Picture>;
}

export interface RenderRequest {
  transformation: Transformation;
  /** True if the client accepts WebP. */
  webp: boolean;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}
