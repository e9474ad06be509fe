import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import { socketPort } from "../../service/src/db/pool.ts";
import type { Measurement } from "../measure.ts";
import { hotAccount, type Load, spreadAccounts } from "./transfers.ts";
import type { Run, RunRequest, Variant } from "./variant.ts";

const execute = promisify(execFile);

/** PostgreSQL's own benchmark program, if it is installed, with the same call as the driver's. */
export async function findPgbench(callerCounts: readonly number[]): Promise<Variant | undefined> {
  try {
    await execute("pgbench", ["--version"]);
  } catch {
    return undefined;
  }
  return {
    name: "pgbench",
    // Each of its callers has its own connection.
    callerCounts: callerCounts.filter((callers) => callers <= maxConnections),
    run: runPgbench,
  };
}

const maxConnections = 64;
const pick: Readonly<Record<Load, string>> = {
  spread: `
    \\set payer random(1, ${spreadAccounts})
    \\set payee 1 + (:payer + random(0, ${spreadAccounts - 2})) % ${spreadAccounts}`,
  hot: `
    \\set payer ${hotAccount}
    \\set payee random(1, ${spreadAccounts})`,
};
let runs = 0;

async function runPgbench(request: RunRequest): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), "florin-pgbench-"));
  try {
    const script = join(folder, "transfer.sql");
    await writeFile(script, scriptFor(request.load));
    const warmUp = await runScript(script, request, request.warmUpMs);
    const cpuBefore = await request.databaseCpuMs();
    const timed = await runScript(script, request, request.durationMs);
    const databaseMs = (await request.databaseCpuMs()) - cpuBefore;
    return {
      measurement: toMeasurement(timed, databaseMs),
      tally: { transfers: warmUp.transfers + timed.transfers, changes: undefined },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function scriptFor(load: Load): string {
  const key =
    "concat('transfer/', :run::bigint, '-', :client_id::bigint, '-', :counter::bigint, '/complete')";
  const lines = `${pick[load]}
    \\set units random(1, 1000)
    \\set counter :counter + 1
    SELECT peer.transfer(${key}, :payer, :payee, :units)`;
  return `${lines.trim().replace(/^ +/gm, "")}\n`;
}

interface Reported {
  readonly transfers: number;
  readonly perSecond: number;
}

async function runScript(
  script: string,
  { target, callers }: { readonly target: SocketTarget; readonly callers: number },
  durationMs: number,
): Promise<Reported> {
  runs += 1;
  const seconds = Math.max(1, Math.ceil(durationMs / 1000));
  const { stdout } = await execute("pgbench", [
    `--host=${target.socketFolder}`,
    `--port=${socketPort}`,
    `--username=${target.user}`,
    "--no-vacuum",
    "--protocol=prepared",
    `--client=${callers}`,
    `--time=${seconds}`,
    `--define=run=${runs}`,
    "--define=counter=0",
    `--file=${script}`,
    target.database,
  ]);
  return {
    transfers: figureIn(stdout, /actually processed: (\d+)/),
    perSecond: figureIn(stdout, /^tps = ([\d.]+) \((?:without|excluding)/m),
  };
}

function figureIn(output: string, pattern: RegExp): number {
  const figure = Number(pattern.exec(output)?.[1]);
  if (!Number.isFinite(figure)) throw new Error(`unexpected output of pgbench: ${output}`);
  return figure;
}

/** It reports neither quantiles nor its own CPU time. */
function toMeasurement({ perSecond, transfers }: Reported, databaseMs: number): Measurement {
  return {
    perSecond,
    p50Ms: Number.NaN,
    p99Ms: Number.NaN,
    cpuMicroseconds: Number.NaN,
    databaseCpuMicroseconds: (databaseMs * 1000) / transfers,
  };
}
