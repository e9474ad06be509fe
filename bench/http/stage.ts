import { randomBytes } from "node:crypto";
import { createManagingAccount } from "../../service/src/accounts/index.ts";
import { createApplication } from "../../service/src/auth/index.ts";
import { withClient } from "../../service/src/db/client.ts";
import type { Database } from "../../service/src/db/database.ts";
import type { EmbeddedServer } from "../../service/src/db/embedded/index.ts";
import { migrate } from "../../service/src/db/migrate.ts";
import { createDatabase } from "../../service/src/db/pool.ts";
import type { Claim } from "../../service/src/http/store.ts";
import { systemCause } from "../../service/src/kernel/cause.ts";
import { createKeyRing } from "../../service/src/kernel/envelope.ts";
import { createIdFactory, tenantOf } from "../../service/src/kernel/id.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { tables } from "../../service/src/tables.ts";
import { openPostgres, type PostgresFacts } from "../bench-postgres.ts";
import { poolOptions } from "../pool-options.ts";
import { type BenchServer, startServer } from "./server.ts";

/** Everything that is measured: a durable PostgreSQL with default settings, and the service on it. */
export interface Stage {
  readonly database: Database;
  readonly server: BenchServer;
  readonly client: Pick<Claim, "tenantId" | "network" | "callerId">;
  readonly token: string;
  readonly postgres: PostgresFacts;
  /** The same start for each run: existing records, up-to-date planner statistics, and no unwritten pages. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    return { ...(await raiseStage(closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Each resource is passed to the closers as soon as it is open, so that nothing leaks when a later step fails. */
async function raiseStage(closers: (() => Promise<void>)[]): Promise<Omit<Stage, "close">> {
  const { server: postgres, facts } = await openPostgres(closers);
  await migrate({ tables, target: postgres.target });
  const database = createDatabase(poolOptions(postgres.target));
  closers.push(() => database.close());
  const masterKey = randomBytes(32);
  const { client, credentials } = await createClient(database, masterKey);
  const server = await startServer({ target: postgres.target, masterKeyHex: masterKey.toString("hex") });
  closers.push(() => server.stop());
  return {
    database,
    server,
    client,
    token: await fetchToken(server, credentials),
    postgres: facts,
    reset: () => reset(postgres, client),
  };
}

async function createClient(
  database: Database,
  masterKey: Buffer,
): Promise<{ readonly client: Stage["client"]; readonly credentials: string }> {
  const deps = {
    keyRing: createKeyRing(masterKey),
    clock: systemClock,
    newId: createIdFactory(systemClock),
  };
  const network = "testnet";
  const cause = systemCause("bench");
  const { application, clientSecret } = await database.transaction(async (tx) => {
    const { id } = await createManagingAccount(deps, tx, { name: "Benchmark", selfAttested: false, cause });
    const request = { tenantId: tenantOf(id), accountId: id, network, name: "Benchmark", cause } as const;
    return createApplication(deps, tx, { ...request, scopes: ["transfers:write"] });
  });
  return {
    client: { tenantId: application.tenantId, network, callerId: application.id },
    credentials: Buffer.from(`${application.id}:${clientSecret}`).toString("base64"),
  };
}

async function fetchToken({ address }: BenchServer, credentials: string): Promise<string> {
  const response = await fetch(`http://${address.host}:${address.port}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token } = (await response.json()) as { readonly access_token: string };
  return access_token;
}

const earlierRecords = 20_000;

function reset({ adminTarget, target }: EmbeddedServer, client: Stage["client"]): Promise<void> {
  const { tenantId, network, callerId } = client;
  return withClient({ ...adminTarget, database: target.database }, "florin bench", async (connection) => {
    await connection.query("TRUNCATE idempotency_records");
    await connection.query(
      `INSERT INTO idempotency_records (tenant_id, network, application_id, key, fingerprint, status, created_at)
       SELECT $1, $2, $3, 'earlier-' || number, '', 201, now() FROM generate_series(1, $4::int) AS number`,
      [tenantId, network, callerId, earlierRecords],
    );
    await connection.query("ANALYZE idempotency_records");
    await connection.query("CHECKPOINT");
  });
}
