import type { StorageDeps } from "../endpoint.ts";
import type { Resumable } from "./tus.ts";

/** The headers of TUS that a page on another origin must be able to read. */
export const RESUMABLE_HEADERS = [
  "location",
  "tus-extension",
  "tus-max-size",
  "tus-resumable",
  "tus-version",
  "upload-expires",
  "upload-length",
  "upload-metadata",
  "upload-offset",
];

/** Serves /upload/resumable by TUS 1.0. The protocol's library is loaded with the first request. */
export function createResumable(deps: StorageDeps): Resumable {
  let loaded: Promise<Resumable> | undefined;
  return async (c, credential) => {
    loaded ??= import("./tus.ts").then(({ createTus }) => createTus(deps));
    return (await loaded)(c, credential);
  };
}
