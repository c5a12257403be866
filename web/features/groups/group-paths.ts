/** Addresses of a group, apart from `paths.ts`, which every page loads. */
import { leaderboardPath, paths } from "../../paths.ts";

export function groupPath(id: string): string {
  return paths.group.replace(":id", id);
}

/** The invite link without the host. */
export function joinGroupPath(code: string): string {
  return paths.joinGroup.replace(":code", code);
}

/** A player's sheet on the leaderboard of one competition, by its id, or of `overall`. */
export function playerSheetPath(competitionId: string, userId: string): string {
  return `${leaderboardPath(competitionId)}&player=${userId}`;
}
