import { expect, inject, test } from "vitest";
import { isWithoutCitus } from "../../../test/citus.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { withClient } from "../client.ts";
import { isRetriable } from "../errors.ts";

/** Workers treat a connection with this name as one of the coordinator's. */
const asCoordinator = "citus_internal gpid=10000000042";

test.skipIf(isWithoutCitus)(
  "a call of a function where the shard no longer is, because it was moved meanwhile, can be retried (CITUS_DATABASE_URL)",
  async () => {
    await using testDatabase = await createTestDatabase();
    const [, ...workers] = inject("testServer").citus?.nodes ?? [];
    const { target } = testDatabase;
    const name = "url" in target ? new URL(target.url).pathname.slice(1) : "";
    const outcomes: string[] = [];
    for (const worker of workers) {
      const called = await withClient({ url: `${worker}${name}` }, asCoordinator, async (client) => {
        await client.query("BEGIN; SELECT assign_distributed_transaction_id(0, 1, now())");
        return client
          .query("SELECT append_events('tenant', 'testnet', '{account}', '{event}', '{a.b}', '{0}', 1)")
          .catch((error: unknown) => error);
      });
      outcomes.push(called instanceof Error ? `retriable: ${isRetriable(called)}` : "called");
    }
    expect(outcomes.toSorted()).toEqual(["called", ...workers.slice(1).map(() => "retriable: true")]);
  },
);
