import pg from "pg";
import { type ConnectionTarget, connectionSettings } from "./pool.ts";

const connectTimeoutMs = 10_000;

/** A single connection outside the pool: for migrations, administration and session locks. */
export async function withClient<T>(
  target: ConnectionTarget,
  applicationName: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectClient(target, applicationName);
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

export async function connectClient(target: ConnectionTarget, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionSettings(target),
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  // Without a listener a lost connection would end the process; the next query on it fails anyway.
  client.on("error", () => {});
  await client.connect();
  return client;
}
