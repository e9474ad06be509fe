import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { ConnectionTarget } from "../src/db/pool.ts";
import { bundle } from "./bundle.ts";

export interface ApiProcessSettings {
  readonly target: ConnectionTarget;
  /** In hex; nodes of one service share it. */
  readonly masterKey: string;
  /** Issuer of the nodes' tokens, the same for all of them. */
  readonly baseUrl: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Program of another release. */
  readonly script?: string;
}

export interface ApiProcess {
  readonly baseUrl: string;
  readonly child: ChildProcess;
  /** What it printed so far, such as its log. */
  output(): string;
  /** Drains it and waits for its exit. */
  stop(): Promise<{ readonly code: number | null; readonly output: string }>;
  /** Ends it without warning. */
  kill(): Promise<void>;
}

export async function startApiProcess(settings: ApiProcessSettings): Promise<ApiProcess> {
  const script = settings.script ?? (await bundle(new URL("./api-process.ts", import.meta.url)));
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  const ended = once(child, "exit") as Promise<[number | null]>;
  await Promise.race([once(reader, "line"), ended]);
  const [baseUrl] = lines;
  if (baseUrl === undefined) throw new Error("the node ended before it listened");
  return {
    baseUrl,
    child,
    output: () => lines.join("\n"),
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = await ended;
      return { code, output: lines.join("\n") };
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
