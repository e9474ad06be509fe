import { readdir, readFile } from "node:fs/promises";
import { withClient } from "../../service/src/db/client.ts";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";

/** CPU time of all server processes so far; NaN without /proc. */
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
    return children.reduce((sum, stat) => sum + (stat?.cpuMs ?? 0), own.cpuMs + own.endedChildrenMs);
  };
}

// Linux reports CPU time in hundredths of a second, independent of the kernel's tick rate (proc(5), USER_HZ).
const msPerTick = 10;
const nanosecondsPerMs = 1e6;

interface Stat {
  readonly parent: string;
  readonly cpuMs: number;
  readonly endedChildrenMs: number;
}

/** Undefined when the process has exited or the system has no /proc. */
async function readStat(pid: string): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  // The name, in brackets, may contain spaces; the state, the third field of proc(5), follows it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (number: number): string => fields[number - 3] ?? "";
  return {
    parent: field(4),
    cpuMs: (await readRunMs(pid)) ?? (Number(field(14)) + Number(field(15))) * msPerTick,
    endedChildrenMs: (Number(field(16)) + Number(field(17))) * msPerTick,
  };
}

/** In nanoseconds. A process that runs briefly and often has used up to two ticks more than `stat` reports. */
async function readRunMs(pid: string): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => undefined);
  return text === undefined ? undefined : Number(text.split(" ")[0]) / nanosecondsPerMs;
}

/** Reads the backend while it is alive: its parent is the postmaster. */
function backendPid<T>(target: SocketTarget, use: (pid: string) => Promise<T>): Promise<T> {
  return withClient(target, "florin bench", async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return use(String(rows[0]?.pid));
  });
}
