import { language } from "#words/language";
import { pictureOfFunction } from "../connection/edge-functions.ts";

/** Loads the picture of something that the caller may share (`public.share_picture_data`), as a PNG in the language of the page. */
export function sharePicture(
  kind:
    | "matchday"
    | "own_round"
    | "round"
    | "match"
    | "leaderboard"
    | "group"
    | "picks"
    | "invite"
    | "honour"
    | "season"
    | "cup",
  of: string | number,
): () => Promise<Blob> {
  return () => pictureOfFunction("share-picture", { kind, of: String(of), language });
}
