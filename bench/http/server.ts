import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startFlags } from "../start-flags.ts";
import type { ServerSettings } from "./bench-app.ts";

export interface BenchServer {
  readonly address: { readonly host: string; readonly port: number };
  /** CPU time of the process so far. */
  cpuMs(): Promise<number>;
  /** Stops its threads. Requests sent meanwhile all arrive in the same turn of its event loop. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

export async function startServer(settings: ServerSettings): Promise<BenchServer> {
  const script = fileURLToPath(new URL("./server-process.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(settings)], { execArgv: [...process.execArgv, ...startFlags] });
  const ended = once(child, "exit");
  const baseUrl = await nextMessage<string>(child);
  return {
    address: addressOf(baseUrl),
    cpuMs: async () => {
      child.send("cpu");
      const { user, system } = await nextMessage<NodeJS.CpuUsage>(child);
      return (user + system) / 1000;
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    stop: async () => {
      child.send("stop");
      await ended;
    },
  };
}

export function addressOf(baseUrl: string): BenchServer["address"] {
  const { hostname, port } = new URL(baseUrl);
  return { host: hostname, port: Number(port) };
}

/** Rejects when the process exits before it sends a message. */
async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(child, "exit", { signal }).then(() => {
    throw new Error("the server exited unexpectedly");
  });
  try {
    const [message] = (await Promise.race([once(child, "message", { signal }), ended])) as [Message];
    return message;
  } finally {
    listening.abort();
    await ended.catch(() => {});
  }
}
