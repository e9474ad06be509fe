import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { lowestIdAt } from "../kernel/id.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { list } from "./list.ts";
import { skipping } from "./list-filters.ts";
import { statement } from "./statement.ts";

interface Row {
  readonly id: string;
  readonly cents: bigint;
  readonly color: string;
}

interface Filters {
  readonly batch: number;
  readonly color?: string | undefined;
}

const definition = {
  from: "ordered_rows",
  columns: "id, cents, color",
  filters: { batch: "batch", color: skipping("color") },
  orders: { created: ["id"], amount: ["cents", "id"] },
  types: { cents: "numeric" },
} as const;

let testDatabase: TestDatabase;
let batch = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 1 });
  await testDatabase.database.run(create);
});
afterAll(() => testDatabase.drop());

// Temporary, so that it needs no migration: all reads are on its connection.
const create = statement(`
  CREATE TEMPORARY TABLE ordered_rows (id text COLLATE "C", cents numeric, color text, batch integer)`);
const insert = statement(`
  INSERT INTO ordered_rows SELECT id, cents, color, $4 FROM unnest($1::text[], $2::numeric[], $3::text[]) AS row (id, cents, color)`);

/** Milliseconds after 1970: each row was created in one of them. */
const moments = fc.integer({ min: 1, max: 40 });
const rows = fc
  .uniqueArray(fc.tuple(moments, fc.nat(4), fc.integer({ min: 1, max: 5 }), fc.constantFrom("red", "blue")), {
    maxLength: 25,
    selector: ([moment, place]) => `${moment} ${place}`,
  })
  .map((drawn) => drawn.map(([moment, place, cents, color]) => rowAt(moment, place, cents, color)));
const bounds = fc.option(moments, { nil: undefined });
const timeOf = (moment: number | undefined) => (moment === undefined ? undefined : instantFromMs(moment));

function rowAt(moment: number, place: number, cents: number, color: string): Row {
  return { id: `${lowestIdAt(instantFromMs(moment)).slice(0, -1)}${place + 1}`, cents: BigInt(cents), color };
}

const drawnQueries = fc.record({
  first: fc.constantFrom("newest", "oldest"),
  by: fc.constantFrom("created", "amount"),
  isDescending: fc.boolean(),
  color: fc.constantFrom(undefined, "red"),
  after: bounds,
  before: bounds,
  size: fc.integer({ min: 1, max: 7 }),
  maxRead: fc.integer({ min: 1, max: 8 }),
});

const cursors = { cursorAt: (position: string) => position, positionOf: (cursor: string) => cursor };

test("pages have each row once, in every order, between two times, and back, however few rows a page reads", async () => {
  const { database } = testDatabase;
  await fc.assert(
    fc.asyncProperty(rows, drawnQueries, async (drawn, { first, by, isDescending, color, ...how }) => {
      batch += 1;
      const ids = drawn.map(({ id }) => id);
      const colors = drawn.map((row) => row.color);
      await database.run(insert, [ids, drawn.map(({ cents }) => cents), colors, batch]);
      const colored = list<Row, Filters>({ ...definition, first });
      const { after, before, size, maxRead } = how;
      const period = { createdAfter: timeOf(after), createdBefore: timeOf(before) };
      const query = { batch, color, ...period, sort: { by, isDescending } };
      const seen: string[] = [];
      const found: string[] = [];
      let position: string | undefined;
      for (let pages = 0; pages < 100; pages += 1) {
        const page = { size, direction: "after", position, ...cursors } as const;
        const { items, pagination } = await colored.page(database, query, page, maxRead);
        found.push(...items.map(({ id }) => id));
        if (pages === 0) expect(pagination.prev).toBeNull();
        const { prev } = pagination;
        if (prev !== null && color === undefined) {
          const back = { ...page, direction: "before", position: prev } as const;
          const earlier = await colored.page(database, query, back);
          expect(earlier.items.map(({ id }) => id)).toEqual(seen.slice(-size));
        }
        seen.push(...items.map(({ id }) => id));
        if (pagination.next === null) break;
        position = pagination.next;
      }
      const within = drawn
        .filter((row) => color === undefined || row.color === color)
        .filter(({ id }) => after === undefined || id >= lowestIdAt(instantFromMs(after + 1)))
        .filter(({ id }) => before === undefined || id < lowestIdAt(instantFromMs(before)));
      const sorted = within.toSorted((one, other) => compare(one, other, by)).map(({ id }) => id);
      expect(found).toEqual(isDescending ? sorted.toReversed() : sorted);
      const { totals } = await colored.totals(database, { ...query, sort: undefined }, 1_000);
      expect(totals.reduce((sum, { count }) => sum + count, 0)).toBe(within.length);
    }),
    { numRuns: 100 },
  );
});

function compare(one: Row, other: Row, by: string): number {
  const cents = by === "amount" ? Number(one.cents - other.cents) : 0;
  return cents === 0 ? (one.id < other.id ? -1 : 1) : cents;
}
