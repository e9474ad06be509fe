import { pipeline } from "node:stream/promises";
import { insertRestore, openBackup, restoreBackup, writeBackup } from "../../src/backup/index.ts";
import { copyIn, copyOut } from "../../src/backup/store.ts";
import { withClient } from "../../src/db/client.ts";
import type { ConnectionTarget } from "../../src/db/pool.ts";
import { createIdFactory } from "../../src/kernel/id.ts";
import { formatInstant } from "../../src/kernel/instant.ts";
import { createTestDatabase } from "../database.ts";
import type { Business } from "./open-business.ts";

/** A backup of the business, in memory. */
export async function backUp({ target, keyRing, clock }: Business): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  await withClient(target, "florin test", async (client) => {
    const id = createIdFactory(clock)();
    const { file } = await writeBackup(
      { client, keyRing, onProgress: () => undefined },
      { id, taken_at: formatInstant(clock.now()), build: "test" },
    );
    for await (const piece of file) pieces.push(piece);
  });
  return pieces;
}

/** The same business on a database that was restored. Chains, clock and bank are where they are. */
export async function restoreBusiness(business: Business, backup: readonly Buffer[]): Promise<Business> {
  const { keyRing, clock } = business;
  const testDatabase = await createTestDatabase({ empty: true });
  const { database, target, drop } = testDatabase;
  await withClient(target, "florin test", async (client) => {
    const opened = await openBackup(streamOf(backup));
    const { id: backupId, taken_at: takenAt } = opened.header;
    const mark = () => insertRestore(client, { id: createIdFactory(clock)(), backupId, takenAt });
    await restoreBackup(opened, { client, keyRing, onProgress: () => undefined, mark });
  });
  await carryBank(business.target, target);
  return {
    ...business,
    database,
    testDatabase,
    target,
    sandbox: business.bankOn(database),
    [Symbol.asyncDispose]: async () => {
      await drop();
      await business[Symbol.asyncDispose]();
    },
  };
}

async function* streamOf(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

const bankTables = [
  "sandbox_bank_bookings",
  "sandbox_bank_items",
  "sandbox_bank_files",
  "sandbox_bank_deliveries",
  "sandbox_banks",
] as const;

/** The bank is an external system, though its state is in the same database: it is not restored. */
async function carryBank(from: ConnectionTarget, to: ConnectionTarget): Promise<void> {
  await withClient(from, "florin test", (source) =>
    withClient(to, "florin test", async (target) => {
      await target.query(`TRUNCATE ${bankTables.join(", ")}`);
      for (const name of bankTables.toReversed()) {
        const { rows } = await source.query<{ columns: string[] }>(
          `SELECT array_agg(attname::text ORDER BY attnum) AS columns FROM pg_attribute
            WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
          [name],
        );
        const table = { name, columns: rows[0]?.columns ?? [] };
        await pipeline(copyOut(source, table), copyIn(target, table));
      }
    }),
  );
}
