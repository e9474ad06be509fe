import { withClient } from "../../service/src/db/client.ts";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import type { DatabaseCounts } from "./figures.ts";

const countText = `
  SELECT (SELECT count(*) FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid <> pg_backend_pid())::int AS connections,
    (SELECT sum(xact_commit) FROM pg_stat_database)::float8 AS commits`;

/** Connections of the service, and transactions so far; a statement outside a transaction is one, too. */
export function readDatabase(target: SocketTarget): Promise<DatabaseCounts> {
  return withClient(target, "florin bench", async (client) => {
    const { rows } = await client.query<DatabaseCounts>(countText);
    const [counts] = rows;
    if (counts === undefined) throw new Error("the database returned no counts");
    return counts;
  });
}
