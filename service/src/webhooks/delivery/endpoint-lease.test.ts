import { expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate, type Gate } from "../../../test/gate.ts";
import { openWebhooks, type WebhooksEnvironment } from "../../../test/webhooks.ts";
import type { Database } from "../../db/database.ts";
import { type Statement, statement } from "../../db/statement.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import type { AccountId } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { createEndpointLease } from "./endpoint-lease.ts";
import { type EndpointQueue, isHungry } from "./endpoint-queue.ts";

test("a queue with new deliveries found while it waits to be released is kept", async () => {
  await using env = await openWebhooks();
  const [accountId, otherId] = [await env.addAccount(), await env.addAccount()];
  const [one, two] = [await env.subscribe({ accountId }), await env.subscribe({ accountId })];
  const other = await env.subscribe({ accountId: otherId });
  const happen = async (id: AccountId): Promise<void> => {
    await env.happen(id, ["transfer.created"]);
    await env.handOut();
  };
  await happen(accountId);
  await happen(otherId);
  const release = holding("queue.change_count = given.change_count");
  const renewal = holding("webhook_endpoint_queues AS queue USING");
  await using held = openLease(env, holdResponses(env.database, [release, renewal]));
  const { lease, queues, finish } = held;
  lease.start();
  await eventually(() => expect(queues.size).toBe(3));
  const before = await holders(env);
  // A delivery is queued, a renewal finds it, and its response is on its way.
  await happen(accountId);
  renewal.begin();
  await renewal.reached.opened;
  // Meanwhile one queue is being released, and the other one waits for that.
  release.begin();
  finish(one.id);
  await release.reached.opened;
  finish(two.id);
  renewal.end.open();
  await eventually(() => expect(isHungryAt(queues, two.id)).toBe(true));
  release.end.open();
  // The later one is released later; it still has deliveries, so it is claimed again.
  finish(other.id);
  await eventually(async () => expect((await holders(env)).get(other.id)).not.toBe(before.get(other.id)));
  expect((await holders(env)).get(two.id)).toBe(before.get(two.id));
  await held.stop();
  expect([...(await holders(env)).values()]).toEqual([undefined, undefined, undefined]);
});

test("a queue that this node has just claimed again stays held under the new claim", async () => {
  await using env = await openWebhooks();
  const accountId = await env.addAccount();
  const { id } = await env.subscribe({ accountId });
  await env.happen(accountId, ["transfer.created"]);
  await env.handOut();
  const claim = holding("SKIP LOCKED", "find");
  const renewal = holding("webhook_endpoint_queues AS queue USING", "question");
  await using held = openLease(env, holdResponses(env.database, [claim, renewal]));
  held.lease.start();
  await eventually(() => expect(held.queues.size).toBe(1));
  const before = held.queues.get(id);
  // It was silent for longer than its lease. It claims the queue, and learns under its older claim that it lost it.
  claim.begin();
  renewal.begin();
  await renewal.reached.opened;
  await env.database.run(statement("UPDATE webhook_endpoint_queues SET ready_at = now() - interval '1 s'"));
  await eventually(async () => expect((await holders(env)).get(id)).not.toBe(before?.taken.holder));
  renewal.end.open();
  await renewal.responded.opened;
  await new Promise(setImmediate);
  claim.end.open();
  await eventually(async () => expect(held.queues.get(id)?.taken.holder).toBe((await holders(env)).get(id)));
  expect(held.queues.get(id)).toBe(before);
});

/** Holds back the requests or results of one statement, from start until release. */
interface Holding {
  readonly isIt: (statement: Statement) => boolean;
  /** A find is a non-empty result. */
  readonly what: "response" | "find" | "question";
  isOn: boolean;
  begin(): void;
  /** Opens when something is held back. */
  readonly reached: Gate;
  readonly end: Gate;
  /** Opens when the held result is passed on to the caller. */
  readonly responded: Gate;
}

function holding(part: string, what: Holding["what"] = "response"): Holding {
  const one: Holding = {
    isIt: ({ text }) => text.includes(part),
    what,
    isOn: false,
    begin: () => {
      one.isOn = true;
    },
    reached: createGate(),
    end: createGate(),
    responded: createGate(),
  };
  return one;
}

/** Statements already in flight before it began are not held back. */
function holdResponses(database: Database, holdings: readonly Holding[]): Database {
  const find = (requested: Statement): Holding | undefined =>
    holdings.find(({ isIt, isOn }) => isOn && isIt(requested));
  const wait = async (held: Holding | undefined): Promise<void> => {
    held?.reached.open();
    await held?.end.opened;
  };
  return {
    ...database,
    rows: async (requested, values) => {
      const held = find(requested);
      if (held?.what === "question") await wait(held);
      const response = await database.rows(requested, values);
      if (held?.what === "response" || (held?.what === "find" && response.length > 0)) await wait(held);
      held?.responded.open();
      return response;
    },
    transaction: async (work, options) => {
      let held: Holding | undefined;
      const result = await database.transaction((tx) => {
        const rows: typeof tx.rows = (requested, values) => {
          held ??= find(requested);
          return tx.rows(requested, values);
        };
        return work({ ...tx, rows });
      }, options);
      await wait(held);
      held?.responded.open();
      return result;
    },
  };
}

function openLease(env: WebhooksEnvironment, database: Database) {
  const queues = new Map<string, EndpointQueue>();
  const lease = createEndpointLease({
    database,
    wakeUp: { nudge: () => {}, listen: () => () => {}, close: async () => {} },
    clock: systemClock,
    name: "test",
    keyRing: createKeyRing(env.masterKey),
    endpointConcurrency: 8,
    leaseMs: 12_000,
    pollMs: 20,
    onQueue: (queue) => queues.set(queue.taken.id, queue),
    onError: (error) => {
      throw error;
    },
  });
  const finish = (id: string): void => {
    const queue = queues.get(id);
    if (queue === undefined) throw new Error("the queue is not held");
    queue.mayHaveMore = false;
    lease.letGo(queue);
  };
  const stop = async (): Promise<void> => {
    await lease.close();
    await lease.stop();
  };
  return { lease, queues, finish, stop, [Symbol.asyncDispose]: stop };
}

function isHungryAt(queues: ReadonlyMap<string, EndpointQueue>, id: string): boolean {
  const queue = queues.get(id);
  return queue !== undefined && isHungry(queue);
}

async function holders({ database }: WebhooksEnvironment): Promise<ReadonlyMap<string, string | undefined>> {
  const rows = await database.rows(readHolders);
  return new Map(rows.map(({ id, holder }) => [id, holder]));
}

const readHolders = statement<{ readonly id: string; readonly holder: string | undefined }>(
  `SELECT subscription_id AS id, holder FROM webhook_endpoint_queues ORDER BY subscription_id`,
);
