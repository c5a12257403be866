import { DetailedError, type HttpResponse, Upload } from "tus-js-client";
import { backend } from "../connection/client.ts";
import { isServiceRefusal } from "../requests/other-answers.ts";
import { isNoAnswer } from "../requests/service-answer.ts";

/** An interruption of the host or the network loses at most this many bytes. */
const chunkBytes = 1024 * 1024;
const firstRetry = 500;
const maxRetryDelay = 15_000;

export interface ResumableObject {
  bucket: string;
  path: string;
  file: File;
  /** The address of an upload that an earlier visit began. */
  uploadUrl: string | null;
}

export interface UploadEvents {
  /** Called when the host has created the upload or confirmed that it still exists. */
  onAddress: (uploadUrl: string) => void;
  onProgress: (sentBytes: number) => void;
  /** Called after each chunk that the host has stored. */
  onStored: (storedBytes: number) => void;
  /** Called when the connection is lost. The upload continues without the caller. */
  onWaiting: () => void;
}

/**
 * Uploads an object by TUS, and waits for the connection as long as necessary. Resolves to false if `signal` stops the
 * upload before its end. Throws RefusedUploadError if the host refuses the object.
 */
export async function uploadResumable(
  object: ResumableObject,
  events: UploadEvents,
  signal: AbortSignal,
): Promise<boolean> {
  let failures = 0;
  const upload = createUpload(object, {
    ...events,
    onStored: (bytes) => {
      failures = 0;
      events.onStored(bytes);
    },
  });
  while (!signal.aborted) {
    const error = await attempt(upload, signal);
    if (!error) return !signal.aborted;
    if (!isTemporary(error)) throw isRefusal(error) ? new RefusedUploadError(error.message) : error;
    // A file that has changed or disappeared also looks like a lost connection.
    await object.file.slice(0, 1).arrayBuffer();
    events.onWaiting();
    await connectionOrDelay(Math.min(firstRetry * 2 ** failures++, maxRetryDelay), signal);
  }
  return false;
}

/** Deletes an unfinished upload. Without an answer the host deletes it when it expires. */
export async function deleteUpload(uploadUrl: string): Promise<void> {
  try {
    await Upload.terminate(uploadUrl, { onBeforeRequest: authorize, retryDelays: [] });
  } catch {
    // Expired, finished or unreachable: the host deletes what no object uses.
  }
}

/** The host refuses the object, so another attempt would fail too. */
export class RefusedUploadError extends Error {
  override readonly name = "RefusedUploadError";
}

type Callbacks = Pick<Required<Upload["options"]>, "onError" | "onSuccess">;

function createUpload({ bucket, path, file, uploadUrl }: ResumableObject, events: UploadEvents): Upload {
  const upload: Upload = new Upload(file, {
    endpoint: `${backend().config.url}/storage/v1/upload/resumable`,
    uploadUrl,
    chunkSize: chunkBytes,
    metadata: { bucketName: bucket, objectName: path, contentType: file.type, cacheControl: "3600" },
    // The caller stores the address together with its own data.
    storeFingerprintForResuming: false,
    // Its own attempts are limited, and end at once without a network.
    retryDelays: [],
    onBeforeRequest: authorize,
    onAfterResponse: (_request, answer) => requireServiceAnswer(answer),
    onUploadUrlAvailable: () => events.onAddress(upload.url ?? ""),
    onProgress: events.onProgress,
    onChunkComplete: (_size, stored) => events.onStored(stored),
  });
  return upload;
}

/** Resolves to null after the last chunk or when `signal` stops the upload, else to the error. */
function attempt(upload: Upload, signal: AbortSignal): Promise<Error | null> {
  return new Promise((resolve) => {
    const stop = () => {
      void upload.abort();
      resolve(null);
    };
    const end = (error: Error | null) => {
      signal.removeEventListener("abort", stop);
      resolve(error);
    };
    signal.addEventListener("abort", stop, { once: true });
    const callbacks: Callbacks = { onError: end, onSuccess: () => end(null) };
    Object.assign(upload.options, callbacks);
    upload.start();
  });
}

/** An access token may expire during an upload. */
async function authorize(request: { setHeader: (name: string, value: string) => void }): Promise<void> {
  const { config, token } = backend();
  request.setHeader("apikey", config.publishable_key);
  // not a text: a header
  request.setHeader("Authorization", `Bearer ${await token()}`);
}

/** tus-js-client has its own requests. What this throws counts as a failed connection. */
function requireServiceAnswer(answer: HttpResponse): void {
  const isOfTus = Boolean(answer.getHeader("Tus-Resumable"));
  const headers = new Headers({ "content-type": answer.getHeader("Content-Type") ?? "" });
  if (isOfTus || isServiceRefusal({ headers }, answer.getBody())) return;
  // not a text: for developers
  throw new Error(`${answer.getStatus()} is not of the storage service`);
}

/** No answer, a proxy's error, or another request that has not released the upload yet. */
function isTemporary(error: Error): boolean {
  if (!(error instanceof DetailedError)) return false;
  const status = error.originalResponse?.getStatus() ?? 0;
  if (status === 409) return error.originalRequest?.getMethod() === "PATCH";
  return status === 423 || status === 429 || isNoAnswer(status);
}

function isRefusal(error: Error): boolean {
  const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
  return status !== undefined && status >= 400 && status < 500;
}

/** Waits until the device is online again or the delay is over. */
function connectionOrDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}
