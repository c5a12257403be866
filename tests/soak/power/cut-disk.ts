/**
 * A file system of its own whose power can be cut: it shuts down without writing its journal, so that only what was synced
 * remains. Needs root, a loop device and perl, which every Debian has.
 */
import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { FACT_MS } from "../../limits.ts";
import { isRunning, processes, signal, tree, until } from "../processes.ts";
import type { Workspace } from "../workspace.ts";

const BYTES = 1400 * 2 ** 20;
/** FS_IOC_SHUTDOWN with FS_SHUTDOWN_FLAGS_NOLOGFLUSH. Source: include/uapi/linux/fs.h; XFS has the same number. */
const SHUTDOWN =
  "open(my $folder, '<', $ARGV[0]) or die $!; my $flags = pack('I', 2); ioctl($folder, 0x8004587d, $flags) or die $!";

/** What is lost differs. A journal is written at the latest after `commit` seconds, and with each fsync. */
const KINDS: Readonly<Record<string, { make: readonly string[]; options: string }>> = {
  ext4: { make: ["mkfs.ext4", "-q", "-F"], options: "loop,commit=300,noauto_da_alloc" },
  "ext4 without ordered data": {
    make: ["mkfs.ext4", "-q", "-F"],
    options: "loop,commit=300,noauto_da_alloc,data=writeback",
  },
  xfs: { make: ["mkfs.xfs", "-q", "-f"], options: "loop" },
};

export class CutDisk {
  #folders = 0;

  private constructor(
    readonly kind: string,
    private readonly image: string,
    private readonly top: string,
  ) {}

  /** One disk of each kind that this machine can make and mount, and why the others are missing. */
  static mountAll(workspace: Workspace): { disks: CutDisk[]; missing: string[] } {
    const disks: CutDisk[] = [];
    const missing: string[] = [];
    for (const [kind, { make }] of Object.entries(KINDS)) {
      const disk = new CutDisk(kind, workspace.folder("image"), workspace.folder("disk"));
      mkdirSync(disk.top, { mode: 0o711 });
      const image = openSync(disk.image, "wx", 0o600);
      ftruncateSync(image, BYTES);
      closeSync(image);
      try {
        run([...make, disk.image]);
        disk.#mount();
        workspace.mounted(() => spawnSync("umount", ["-l", disk.top]));
        disks.push(disk);
      } catch (error) {
        missing.push(`${kind}: ${error instanceof Error ? error.message : error}`);
      }
    }
    return { disks, missing };
  }

  /** The path of a new folder on the disk, which is not created. */
  folder(name: string): string {
    return join(this.top, `${name}-${this.#folders++}`);
  }

  /** Writes everything to the disk, as an hour does. */
  settle(): void {
    run(["sync", "-f", this.top]);
  }

  /** Cuts the power: of the processes below `roots` none does anything afterwards. Then the disk is there again. */
  async cut(roots: readonly number[]): Promise<void> {
    const victims = frozen(roots);
    this.#expectMounted();
    run(["perl", "-e", SHUTDOWN, this.top]);
    for (const pid of victims) signal(pid, "SIGKILL");
    await until("the end of every process", FACT_MS, () => !victims.some(isRunning));
    await until("the disk without its power", FACT_MS, () => spawnSync("umount", [this.top]).status === 0);
    this.#mount();
  }

  #mount(): void {
    run(["mount", "-o", KINDS[this.kind]?.options ?? "", this.image, this.top]);
    this.#expectMounted();
    run(["chmod", "0711", this.top]);
  }

  /** Shutting down another file system would end the machine. */
  #expectMounted(): void {
    if (statSync(this.top).dev === statSync(dirname(this.top)).dev)
      throw new Error(`${this.top} is not mounted`);
  }
}

/** Stops the processes, also those that one of them was just starting. */
function frozen(roots: readonly number[]): number[] {
  const stopped = new Set<number>();
  for (let count = -1; stopped.size !== count; ) {
    count = stopped.size;
    for (const root of roots)
      for (const { pid } of tree(root)) {
        signal(pid, "SIGSTOP");
        stopped.add(pid);
      }
    // Children of those that have ended belong to another process now.
    for (const { pid, parent } of processes()) if (stopped.has(parent)) stopped.add(pid);
  }
  return [...stopped];
}

function run([program = "", ...args]: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0)
    throw new Error(`${program} failed: ${(error?.message ?? stderr).trim().split("\n").at(-1)}`);
}
