import { readdir, readFile } from "node:fs/promises";
import { withClient } from "../../service/src/db/client.ts";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";

/** Tells what all processes of the server have used so far; NaN where there is no /proc to read it from. */
export async function createDatabaseCpuMeter(target: SocketTarget): Promise<() => Promise<number>> {
  const backend = await backendPid(target, async (pid) => readStat(pid));
  if (backend === undefined) return async () => Number.NaN;
  const postmaster = backend.parent;
  return async () => {
    const own = await readStat(postmaster);
    if (own === undefined) return Number.NaN;
    const all = await Promise.all(
      (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(readStat),
    );
    const children = all.filter((stat) => stat?.parent === postmaster);
    const ticks = children.reduce(
      (sum, stat) => sum + (stat?.ticks ?? 0),
      own.ticks + own.endedChildrenTicks,
    );
    return ticks * msPerTick;
  };
}

// Linux counts CPU time for programs in hundredths of a second, whatever the kernel itself does (proc(5), USER_HZ).
const msPerTick = 10;

interface Stat {
  readonly parent: string;
  readonly ticks: number;
  readonly endedChildrenTicks: number;
}

/** Undefined when the process is gone or the system has no /proc. */
async function readStat(pid: string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // The name, in brackets, may hold spaces; what follows it is the state, the third field of proc(5).
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number): string => fields[number - 3] ?? "";
  return {
    parent: field(4),
    ticks: Number(field(14)) + Number(field(15)),
    endedChildrenTicks: Number(field(16)) + Number(field(17)),
  };
}

/** The backend is read while it lives: its parent is the server's first process. */
function backendPid<T>(target: SocketTarget, use: (pid: string) => Promise<T>): Promise<T> {
  return withClient(target, "florin bench", async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return use(String(rows[0]?.pid));
  });
}
