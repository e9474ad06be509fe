import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Resources of a process, read from outside, so that reading them costs the process nothing. */
export interface ProcessUsage {
  readonly cpuMs: number;
  readonly residentBytes: number;
}

export async function readUsage(pid: number): Promise<ProcessUsage> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  return stat === undefined
    ? fromPs(await run("ps", ["-o", "rss=,cputime=", "-p", String(pid)]))
    : fromProc(stat, await readFile(`/proc/${pid}/status`, "utf8"));
}

const run = async (command: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(command, [...args])).stdout;

// Linux reports CPU time in hundredths of a second, independent of the kernel's tick rate (proc(5), USER_HZ).
const msPerTick = 10;

/** The fields utime and stime of proc(5). The name, in brackets, may contain spaces; the third field follows it. */
export function fromProc(stat: string, status: string): ProcessUsage {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * msPerTick,
    residentBytes: Number(kilobytes) * 1024,
  };
}

/** The output of ps on macOS: kilobytes, and minutes and seconds with hundredths. */
export function fromPs(output: string): ProcessUsage {
  const [kilobytes, time = ""] = output.trim().split(/\s+/);
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuMs: seconds * 1_000, residentBytes: Number(kilobytes) * 1024 };
}
