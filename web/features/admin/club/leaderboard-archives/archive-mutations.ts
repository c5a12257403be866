import * as words from "#words/admin-club";
import { backend } from "../../../../backend/connection/client.ts";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { LeaderboardArchiveRow } from "../../../../backend/types/rows.ts";
import { sanitise } from "../../../../ui/text/sanitise.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";
import { type ArchiveFields, SnapshotProblem } from "./archive-queries.ts";

/**
 * Creates the archive with the id `id`, if there is none with it, then its leaderboard; throws SnapshotProblem if only that
 * fails. Resolves to the number of players.
 */
export async function createArchive(fields: ArchiveFields, id: string): Promise<number> {
  const { rest } = backend();
  await ensureSuccess(
    rest.from("leaderboard_archives").upsert(
      {
        id,
        name: sanitise(fields.name),
        description: fields.description.trim() || null,
        league: fields.league,
        start_date: fields.start,
        end_date: fields.end,
      },
      { onConflict: "id", ignoreDuplicates: true },
    ),
  );
  try {
    return await dataOf(
      rest.rpc("create_leaderboard_snapshot", {
        archive_id: id,
        league: fields.league,
        start_date: fields.start,
        end_date: fields.end,
      }),
    );
  } catch {
    throw new SnapshotProblem(words.archiveCreatedWithoutTable);
  }
}

/** Replaces an archive's leaderboard with one calculated from the current predictions. */
export async function retakeSnapshot(archive: LeaderboardArchiveRow): Promise<number> {
  try {
    return await dataOf(
      backend().rest.rpc("create_leaderboard_snapshot", {
        archive_id: archive.id,
        league: archive.league,
        start_date: archive.start_date,
        end_date: archive.end_date,
      }),
    );
  } catch (error) {
    if (codeOf(error) === "SL010") throw new AdminError(words.pointsCannotBeCounted);
    throw error;
  }
}

export function deleteArchive(archive: LeaderboardArchiveRow): Promise<void> {
  return ensureSuccess(
    backend().rest.from("leaderboard_archives").delete().eq("id", archive.id).select("id").single(),
  );
}
