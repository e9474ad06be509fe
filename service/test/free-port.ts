import { once } from "node:events";
import { createServer } from "node:net";

/** Below the range from which the system chooses ports of outgoing connections and of servers on port 0. */
const firstPort = 10_000;
const portCount = 20_000;
/** Processes that run at once start far from each other. */
const portsPerProcess = 37;

let next = process.pid * portsPerProcess;

/** A port that stays free until the caller listens on it. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries += 1) {
    const port = firstPort + (next % portCount);
    next += 1;
    if (await isFree(port)) return port;
  }
  throw new Error("no port is free");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
