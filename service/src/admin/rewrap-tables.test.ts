import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { simulateBusiness } from "../../test/business/simulate-business.ts";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { systemCause } from "../kernel/cause.ts";
import { createKeyRing, type KeyRing } from "../kernel/envelope.ts";
import { snakeCase } from "../kernel/letter-case.ts";
import { tables } from "../tables.ts";
import { rewrapTables } from "./rewrap-tables.ts";

/** Columns with a value that the current master key of the ring has sealed. */
async function sealedColumns(session: Session, { current }: KeyRing): Promise<readonly string[]> {
  const header = Buffer.concat([Buffer.of(1), current.id]);
  const found: string[] = [];
  for (const table of tables.values())
    for (const [name, { type }] of Object.entries(table.columns)) {
      if (type !== "bytea") continue;
      const holds = statement(
        `SELECT 1 AS found FROM ${table.name} WHERE substring(${snakeCase(name)} FROM 1 FOR 9) = $1 LIMIT 1`,
      );
      if ((await session.rows(holds, [header])).length > 0) found.push(`${table.name}.${name}`);
    }
  return found;
}

/** Their rows are deleted after some days. */
const expiring = ["api_requests.details", "idempotency_records.body"];

test("the new master key alone opens all that a business has sealed, and every sealed column is declared", async () => {
  const declared = [...tables.values()].flatMap(({ name, columns }) =>
    Object.entries(columns).flatMap(([column, { contextOf }]) =>
      contextOf === undefined ? [] : `${name}.${column}`,
    ),
  );
  await simulateBusiness({
    seed: 41,
    transfers: 60,
    isPlain: true,
    atEnd: async ({ database, keyRing, clock, newId }) => {
      const before = await sealedColumns(database, keyRing);
      expect(before.length).toBeGreaterThan(5);
      expect(before.filter((column) => !declared.includes(column))).toEqual([]);

      const next = randomBytes(32);
      const both = { current: createKeyRing(next).current, previous: [keyRing.current] };
      const deps = { database, clock, newId, keyRing: both };
      const options = { cause: systemCause("test"), batchSize: 50 };
      const counts = await rewrapTables(deps, tables.values(), options);
      expect(Object.values(counts).reduce((sum, count) => sum + count)).toBeGreaterThan(100);
      expect(
        Object.values(await rewrapTables(deps, tables.values(), options)).every((count) => count === 0),
      ).toBe(true);
      const left = await sealedColumns(database, keyRing);
      expect(left.filter((column) => !expiring.includes(column))).toEqual([]);
      expect(await sealedColumns(database, both)).toEqual(before.filter((column) => !left.includes(column)));
    },
  });
});
