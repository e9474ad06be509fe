import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "../config.ts";

/** Throws when nobody could listen there, so that it is said before a database is made and chains are started. */
export async function checkPort({ host, port }: Pick<Config, "host" | "port">): Promise<void> {
  const server = createServer().listen({ host, port });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
