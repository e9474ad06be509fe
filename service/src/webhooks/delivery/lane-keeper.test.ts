import { expect, test } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { createGate, type Gate } from "../../../test/gate.ts";
import { openWebhooks, type WebhooksWorld } from "../../../test/webhooks.ts";
import type { Database } from "../../db/database.ts";
import { type Statement, statement } from "../../db/statement.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import type { AccountId } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { type HeldLane, isHungry } from "./held-lane.ts";
import { createLaneKeeper } from "./lane-keeper.ts";
import { createSecretsCache } from "./secrets-cache.ts";

test("a lane in which news are found while it waits to be let go of is kept", async () => {
  await using world = await openWebhooks();
  const [accountId, otherId] = [await world.addAccount(), await world.addAccount()];
  const [one, two] = [await world.subscribe({ accountId }), await world.subscribe({ accountId })];
  const other = await world.subscribe({ accountId: otherId });
  const happen = async (id: AccountId): Promise<void> => {
    await world.happen(id, ["transfer.created"]);
    await world.handOut();
  };
  await happen(accountId);
  await happen(otherId);
  const release = holding("lane.news = given.news");
  const renewal = holding("webhook_lanes AS lane USING");
  await using held = openKeeper(world, holdAnswers(world.database, [release, renewal]));
  const { keeper, lanes, finish } = held;
  keeper.start();
  await eventually(() => expect(lanes.size).toBe(3));
  const before = await holders(world);
  // Something is put in line, a look at the lanes finds it, and its answer is on its way.
  await happen(accountId);
  renewal.begin();
  await renewal.reached.opened;
  // Meanwhile one lane is being let go of, and the other one waits for that.
  release.begin();
  finish(one.id);
  await release.reached.opened;
  finish(two.id);
  renewal.end.open();
  await eventually(() => expect(isHungryAt(lanes, two.id)).toBe(true));
  release.end.open();
  // Who comes later is let go of later; there is something left in it, so it is claimed again.
  finish(other.id);
  await eventually(async () => expect((await holders(world)).get(other.id)).not.toBe(before.get(other.id)));
  expect((await holders(world)).get(two.id)).toBe(before.get(two.id));
  await held.stop();
  expect([...(await holders(world)).values()]).toEqual([null, null, null]);
});

/** Answers of one statement that are held back, from the beginning of that until its end. */
interface Holding {
  readonly isIt: (statement: Statement) => boolean;
  isOn: boolean;
  begin(): void;
  /** Opens when such an answer is held back. */
  readonly reached: Gate;
  readonly end: Gate;
}

function holding(part: string): Holding {
  const one: Holding = {
    isIt: ({ text }) => text.includes(part),
    isOn: false,
    begin: () => {
      one.isOn = true;
    },
    reached: createGate(),
    end: createGate(),
  };
  return one;
}

/** Those that were under way before it began are not held back. */
function holdAnswers(database: Database, holdings: readonly Holding[]): Database {
  return {
    ...database,
    rows: async (asked, values) => {
      const held = holdings.find(({ isIt, isOn }) => isOn && isIt(asked));
      const answer = await database.rows<never>(asked, values);
      held?.reached.open();
      await held?.end.opened;
      return answer;
    },
  };
}

function openKeeper(world: WebhooksWorld, database: Database) {
  const lanes = new Map<string, HeldLane>();
  const keeper = createLaneKeeper({
    database,
    wakeUp: { nudge: () => {}, listen: () => () => {}, close: async () => {} },
    clock: systemClock,
    name: "test",
    secretsOf: createSecretsCache(createKeyRing(world.masterKey)),
    endpointConcurrency: 8,
    leaseMs: 4_000,
    pollMs: 20,
    onLane: (lane) => lanes.set(lane.taken.id, lane),
    onError: (error) => {
      throw error;
    },
  });
  const finish = (id: string): void => {
    const lane = lanes.get(id);
    if (lane === undefined) throw new Error("the lane is not held");
    lane.mayHaveMore = false;
    keeper.letGo(lane);
  };
  const stop = async (): Promise<void> => {
    await keeper.close();
    await keeper.stop();
  };
  return { keeper, lanes, finish, stop, [Symbol.asyncDispose]: stop };
}

function isHungryAt(lanes: ReadonlyMap<string, HeldLane>, id: string): boolean {
  const lane = lanes.get(id);
  return lane !== undefined && isHungry(lane);
}

async function holders({ database }: WebhooksWorld): Promise<ReadonlyMap<string, string | null>> {
  const rows = await database.rows<{ readonly id: string; readonly holder: string | null }>(readHolders);
  return new Map(rows.map(({ id, holder }) => [id, holder]));
}

const readHolders = statement(
  `SELECT subscription_id AS id, holder FROM webhook_lanes ORDER BY subscription_id`,
);
