import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../config.ts";

/** Throws when the port cannot be bound, before a database is created and chains are started. */
export async function checkPort({ host, port }: Pick<Config, "host" | "port">): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
