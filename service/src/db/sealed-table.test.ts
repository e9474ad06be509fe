import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { withClient } from "./client.ts";
import type { Transaction } from "./database.ts";
import { sealedTable } from "./sealed-table.ts";

const notes = sealedTable<{ readonly tenantId: string; readonly id: string }>({
  name: "sealed_notes",
  key: ["tenantId", "id"],
  contextOf: ({ id }) => id,
});

test("rows of later tenants are found although those of the next one are deleted meanwhile", async () => {
  await using testDatabase = await createTestDatabase({ empty: true });
  await withClient(testDatabase.target, "florin test", async (client) => {
    await client.query(`
      CREATE TABLE sealed_notes (tenant_id text, id text, sealed bytea, PRIMARY KEY (tenant_id, id));
      INSERT INTO sealed_notes VALUES ('a', '1', 'x'), ('b', '1', 'x')`);
    const rows = await testDatabase.database.transaction((tx) => {
      const interrupted: Transaction = {
        ...tx,
        first: async (...call: Parameters<Transaction["first"]>) => {
          const found = await tx.first(...call);
          await client.query("DELETE FROM sealed_notes WHERE tenant_id = 'a'");
          return found;
        },
      } as Transaction;
      return notes.lockAfter(interrupted, { after: undefined, limit: 10 });
    });
    expect(rows).toMatchObject([{ tenantId: "b", id: "1" }]);
  });
});
