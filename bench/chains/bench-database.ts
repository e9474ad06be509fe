import { withClient } from "../../service/src/db/client.ts";
import type { EmbeddedServer, SocketTarget } from "../../service/src/db/embedded/index.ts";
import { migrate } from "../../service/src/db/migrate.ts";
import { tables } from "../../service/src/tables.ts";

/** A new database with the service's schema, so that no run is affected by another's data. */
export async function createDatabaseIn(
  { adminTarget, target }: EmbeddedServer,
  name: string,
): Promise<SocketTarget> {
  await withClient(adminTarget, "florin bench", async (client) => {
    await client.query(`CREATE DATABASE ${name} TEMPLATE template1 OWNER ${target.user}`);
  });
  const created = { ...target, database: name };
  await migrate({ tables, target: created });
  return created;
}
