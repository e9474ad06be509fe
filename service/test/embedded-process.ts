import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { SocketTarget } from "../src/db/embedded/index.ts";

export type Outcome =
  | { readonly state: "ready"; readonly target: SocketTarget }
  | { readonly state: "refused"; readonly message: string };

/** Another process with an open embedded server. */
export interface EmbeddedProcess {
  readonly pid: number;
  /** Result of opening; rejects when it was killed before. */
  readonly outcome: Promise<Outcome>;
  readonly exited: Promise<number | null>;
  /** Kills the process, but not the server, as a crash would. */
  kill(): Promise<void>;
  /** Lets it stop the server and exit. */
  [Symbol.asyncDispose](): Promise<void>;
}

export const exitCodeOfReplaced = 3;

const script = fileURLToPath(new URL("./embedded-child.ts", import.meta.url));
const readScript = "require('node:fs').readFileSync(process.argv[1])";
const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

interface EmbeddedProcessOptions {
  readonly uid?: number;
  readonly gid?: number;
  /** Stops responding soon after it has reported progress that begins with this. */
  readonly stopsAt?: string;
}

export function startEmbeddedProcess(
  dataFolder: string,
  { stopsAt = "", ...identity }: EmbeddedProcessOptions = {},
): EmbeddedProcess {
  const child = spawn(
    process.execPath,
    ["--import", loader, script, dataFolder, String(exitCodeOfReplaced), stopsAt],
    {
      ...identity,
      env: { HOME: dataFolder, PATH: "/usr/local/bin:/usr/bin:/bin" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  const outcome = readOutcome(child);
  outcome.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    outcome,
    exited,
    kill: () => end("SIGKILL"),
    [Symbol.asyncDispose]: () => {
      child.kill("SIGCONT");
      return end("SIGTERM");
    },
  };
}

/** Whether that user can run our code from this checkout. */
export function canReadTree(identity: { readonly uid: number; readonly gid: number }): boolean {
  return spawnSync(process.execPath, ["-e", readScript, script], { ...identity, env: {} }).status === 0;
}

async function readOutcome({ stdout }: ChildProcess): Promise<Outcome> {
  if (stdout === null) throw new Error("the child has no output to read");
  for await (const line of createInterface(stdout)) return JSON.parse(line) as Outcome;
  throw new Error("the child exited without output");
}
