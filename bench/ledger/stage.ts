import { withClient } from "../../service/src/db/client.ts";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import { migrate } from "../../service/src/db/migrate.ts";
import { tables } from "../../service/src/tables.ts";
import { type BenchPostgres, openPostgres, type PostgresFacts } from "../bench-postgres.ts";
import { createDatabaseCpuMeter } from "./database-cpu.ts";

/** A server with a database for each journal size. */
export interface Stage {
  readonly postgres: PostgresFacts;
  /** A new database: empty with the service's schema, or a copy of another. */
  createDatabase(name: string, source?: SocketTarget): Promise<SocketTarget>;
  /** Provides a copy of the source and drops it afterwards. */
  withCopy<T>(source: SocketTarget, use: (target: SocketTarget) => Promise<T>): Promise<T>;
  /** Vacuums, analyzes and checkpoints, so that a measurement is not affected by earlier writes. */
  settle(target: SocketTarget): Promise<void>;
  /** Checkpoints, so that unwritten pages of earlier measurements don't count. */
  checkpoint(): Promise<void>;
  databaseCpuMs(): Promise<number>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    return { ...(await raiseStage(await openPostgres(closers))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const copyName = "bench_copy";

async function raiseStage({ server, facts }: BenchPostgres): Promise<Omit<Stage, "close">> {
  const ask = (text: string, database = server.adminTarget.database): Promise<void> =>
    withClient({ ...server.adminTarget, database }, "florin bench", async (client) => {
      await client.query(text);
    });
  const copy = async (name: string, source: string): Promise<SocketTarget> => {
    await ask(`CREATE DATABASE ${name} TEMPLATE ${source} OWNER ${server.target.user} STRATEGY file_copy`);
    return { ...server.target, database: name };
  };
  return {
    postgres: facts,
    createDatabase: async (name, source) => {
      if (source !== undefined) return copy(name, source.database);
      const target = await copy(name, "template1");
      await migrate({ tables, target });
      return target;
    },
    withCopy: async (source, use) => {
      const target = await copy(copyName, source.database);
      try {
        return await use(target);
      } finally {
        await ask(`DROP DATABASE ${copyName} WITH (FORCE)`);
      }
    },
    settle: async ({ database }) => {
      await ask("VACUUM (ANALYZE)", database);
      await ask("CHECKPOINT");
    },
    checkpoint: () => ask("CHECKPOINT"),
    databaseCpuMs: await createDatabaseCpuMeter(server.adminTarget),
  };
}
