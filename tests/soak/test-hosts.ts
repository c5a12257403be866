/** Hosts for soaks that do not stop them: with one database of a temporary cluster, as in the API tests. */
import { type Host, startHost } from "../api/support/host.ts";
import { TEST_DATABASES } from "../engines/new-database.ts";
import { serveTestDatabases } from "../engines/test-databases.ts";

/** Calls `work` with the hosts and stops them and their database afterwards. */
export async function withHosts<Result>(
  count: number,
  work: (hosts: [Host, ...Host[]]) => Promise<Result>,
): Promise<Result> {
  const databases = await serveTestDatabases();
  process.env[TEST_DATABASES] = databases.address;
  const hosts: Host[] = [];
  try {
    const first = await startHost();
    hosts.push(first);
    while (hosts.length < count) hosts.push(await startHost({ sharedWith: first }));
    return await work([first, ...hosts.slice(1)]);
  } finally {
    for (const host of hosts.reverse()) await host.stop();
    await databases.stop();
  }
}
