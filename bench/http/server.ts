import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ServerSettings } from "./server-process.ts";

export interface BenchServer {
  readonly address: { readonly host: string; readonly port: number };
  /** What the process has used so far. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

export async function startServer(settings: ServerSettings): Promise<BenchServer> {
  const script = fileURLToPath(new URL("./server-process.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(settings)]);
  const { hostname, port } = new URL(await firstMessage<string>(child));
  return {
    address: { host: hostname, port: Number(port) },
    cpuMs: async () => {
      child.send("cpu");
      const { user, system } = await firstMessage<NodeJS.CpuUsage>(child);
      return (user + system) / 1000;
    },
    stop: async () => {
      child.send("stop");
      await once(child, "exit");
    },
  };
}

async function firstMessage<Message>(child: ChildProcess): Promise<Message> {
  const ended = once(child, "exit").then(() => {
    throw new Error("the server ended before it was told to");
  });
  const [message] = (await Promise.race([once(child, "message"), ended])) as [Message];
  return message;
}
