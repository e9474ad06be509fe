import { expect, test } from "vitest";
import { openWebhooks } from "../../../test/webhooks.ts";
import type { Transaction } from "../../db/database.ts";
import { preferIndexes } from "../../db/prefer-indexes.ts";
import { statement } from "../../db/statement.ts";
import { systemClock } from "../../kernel/instant.ts";
import { type AttemptId, type Settlement, selectDue, settleAttempts } from "./store.ts";

/** PostgreSQL decides after five executions whether it keeps a plan. */
const executions = 6;

test("a queue that was empty when its statements were planned is not scanned once it is full", async () => {
  await using env = await openWebhooks();
  const subscription = await env.subscribe({ accountId: await env.addAccount() });
  await env.database.run(statement("VACUUM (ANALYZE) webhook_queue"));
  const read = await env.database.transaction(async (tx) => {
    preferIndexes(tx);
    const query = { key: subscription, limit: 1, from: undefined };
    const readAndSettle = async (): Promise<void> => {
      const [due] = await selectDue(tx, [query], systemClock.now());
      await settleAttempts(tx, [settlementOf(due?.id, due?.place)]);
    };
    for (let count = 0; count < executions; count += 1) await readAndSettle();
    await tx.run(fill, [subscription.tenantId, subscription.id, 5_000]);
    await readAndSettle();
    return rowsScanned(tx);
  });
  expect(read).toBe(0);
  expect(await env.count()).toEqual({ queued: 4_999, succeeded: 1 });

  function settlementOf(id = "none" as AttemptId, place = "(0,0)"): Settlement {
    return {
      tenantId: subscription.tenantId,
      subscriptionId: subscription.id,
      id,
      place,
      status: "succeeded",
      statusCode: 204,
      failureMessage: undefined,
      requestUrl: subscription.url,
      durationMs: 1,
      excerpt: undefined,
      endedAt: systemClock.now(),
      responseHeaders: undefined,
      sentAt: systemClock.now(),
      secretIds: [],
      next: undefined,
    };
  }
});

const fill = statement(`
  INSERT INTO webhook_queue (tenant_id, network, subscription_id, id, event_id, event_type, event_account_id,
                             event_sequence, reason, attempt_number, due_at, inserted_at)
  SELECT $1, 'testnet', $2, 'attempt ' || number, 'event ' || number, 'transfer.created', $1, number, 'event', 1,
         now() - interval '1 minute', now()
    FROM generate_series(1, $3::integer) AS number`);

async function rowsScanned(tx: Transaction): Promise<number | undefined> {
  const row = await tx.first(
    statement<{ readonly rows: number }>(
      "SELECT seq_tup_read::integer AS rows FROM pg_stat_xact_user_tables WHERE relname = 'webhook_queue'",
    ),
  );
  return row?.rows;
}
