/** Reports backups and the host to the club's database, which shows them to its admins. */
import type { ReportBackup } from "../backup/backup-state.ts";
import type { Queryable } from "../database/database.ts";
import type { ReportHost } from "../monitoring/reporter.ts";

export const reportBackup: ReportBackup = async (database, { kind, error, lastSuccess }) => {
  if (!(await has(database, "private.report_backup(text, text, timestamptz, timestamptz)"))) return;
  await database.query("select private.report_backup($1, $2, $3::timestamptz)", [kind, error, lastSuccess]);
};

export const reportHost: ReportHost = async (database, host, figures) => {
  if (!(await has(database, "public.report_host(text, jsonb)"))) return;
  await database.query("select public.report_host($1, $2::jsonb)", [
    host,
    figures && JSON.stringify(figures),
  ]);
};

/** False in a project without the club's tables. */
async function has(database: Queryable, routine: string): Promise<boolean> {
  const [row] = await database.query<{ has: boolean }>("select to_regprocedure($1) is not null as has", [
    routine,
  ]);
  return row?.has === true;
}
