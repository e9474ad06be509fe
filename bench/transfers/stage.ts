import { randomBytes } from "node:crypto";
import { withClient } from "../../service/src/db/client.ts";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import { migrate } from "../../service/src/db/migrate.ts";
import { createDatabase } from "../../service/src/db/pool.ts";
import { tables } from "../../service/src/tables.ts";
import type { BenchPostgres } from "../bench-postgres.ts";
import { type BenchServer, startServer } from "../http/server.ts";
import { createDatabaseCpuMeter } from "../ledger/database-cpu.ts";
import type { Progress } from "../ledger/progress.ts";
import { poolOptions } from "../pool-options.ts";
import { type BenchEnvironment, createEnvironment } from "./environment.ts";
import type { BenchOptions } from "./options.ts";
import { createWrittenMeter, type WrittenMeter } from "./written-store.ts";

/** Everything that is measured: a server with accounts in its database, and the service on it. */
export interface Stage {
  readonly target: SocketTarget;
  readonly masterKey: Buffer;
  readonly env: BenchEnvironment;
  readonly server: BenchServer;
  readonly meter: WrittenMeter;
  databaseCpuMs(): Promise<number>;
  /** Starts another service on the database, with other settings. */
  startService(environment: Readonly<Record<string, string>>): Promise<BenchServer>;
  /** Without statistics the planner may scan a whole table that it believes to be small. */
  analyze(): Promise<void>;
  /** Writes all changed pages, so that a measurement is not affected by earlier writes. */
  settle(): Promise<void>;
}

export interface StageSetting {
  readonly postgres: BenchPostgres;
  readonly options: Pick<BenchOptions, "accounts" | "tenants">;
  readonly closers: (() => Promise<void>)[];
  readonly progress: Progress;
}

/** Each resource is passed to the closers as soon as it is open, so that nothing leaks when a later step fails. */
export async function openStage({ postgres, options, closers, progress }: StageSetting): Promise<Stage> {
  const { adminTarget, target } = postgres.server;
  await migrate({ tables, target });
  const database = createDatabase(poolOptions(target));
  closers.push(() => database.close());
  const masterKey = randomBytes(32);
  progress("opening accounts");
  const env = await createEnvironment({ ...options, database, masterKey });
  const startService = async (environment: Readonly<Record<string, string>>): Promise<BenchServer> => {
    const server = await startServer({ target, masterKeyHex: masterKey.toString("hex"), environment });
    closers.push(() => server.stop());
    return server;
  };
  const execute = (text: string): Promise<void> =>
    withClient({ ...adminTarget, database: target.database }, "florin bench", async (client) => {
      await client.query(text);
    });
  return {
    target,
    masterKey,
    env,
    startService,
    server: await startService({}),
    meter: await createWrittenMeter(postgres.server, target.database),
    databaseCpuMs: await createDatabaseCpuMeter(adminTarget),
    analyze: () => execute("VACUUM (ANALYZE)"),
    settle: () => execute("CHECKPOINT"),
  };
}
