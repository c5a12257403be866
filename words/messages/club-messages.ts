/** Messages about the club to its admins. */
import type { FactsOf } from "./facts.ts";
import { dayIn, type Speech, type Text } from "./speech.ts";

export function backupFailed(speech: Speech, facts: FactsOf<"backup_failed">): Text {
  const { words } = speech;
  const { reason, day, time } = facts;
  const backup = facts.backup === "copy" ? "copy" : "other";
  const last =
    day === null || time === null ? words.noBackupYet : words.lastBackup({ day: dayIn(speech, day), time });
  return reason === null
    ? { title: words.backupIsMissing({ backup }), body: `${words.noBackupForTwoDays({ backup })} ${last}` }
    : {
        title: words.backupFailed({ backup }),
        body: `${words.backupOfTheClubFailed({ backup, reason })} ${last}`,
      };
}
