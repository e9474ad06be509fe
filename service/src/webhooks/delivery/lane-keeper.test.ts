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

test("a lane that this node has just claimed again is the one that it has", async () => {
  await using world = await openWebhooks();
  const accountId = await world.addAccount();
  const { id } = await world.subscribe({ accountId });
  await world.happen(accountId, ["transfer.created"]);
  await world.handOut();
  const claim = holding("SKIP LOCKED", "find");
  const renewal = holding("webhook_lanes AS lane USING", "question");
  await using held = openKeeper(world, holdAnswers(world.database, [claim, renewal]));
  held.keeper.start();
  await eventually(() => expect(held.lanes.size).toBe(1));
  const before = held.lanes.get(id);
  // It was silent for longer than its lease. It claims the lane, and finds out under its older name that it lost it.
  claim.begin();
  renewal.begin();
  await renewal.reached.opened;
  await world.database.run(statement("UPDATE webhook_lanes SET ready_at = now() - interval '1 s'"));
  await eventually(async () => expect((await holders(world)).get(id)).not.toBe(before?.taken.holder));
  renewal.end.open();
  await renewal.answered.opened;
  await new Promise(setImmediate);
  claim.end.open();
  await eventually(async () => expect(held.lanes.get(id)?.taken.holder).toBe((await holders(world)).get(id)));
  expect(held.lanes.get(id)).toBe(before);
});

/** Answers of one statement that are held back, or the asking itself, from the beginning of that until its end. */
interface Holding {
  readonly isIt: (statement: Statement) => boolean;
  /** A find is an answer with something in it. */
  readonly what: "answer" | "find" | "question";
  isOn: boolean;
  begin(): void;
  /** Opens when something is held back. */
  readonly reached: Gate;
  readonly end: Gate;
  /** Opens when what was held back goes on to whoever asked. */
  readonly answered: Gate;
}

function holding(part: string, what: Holding["what"] = "answer"): Holding {
  const one: Holding = {
    isIt: ({ text }) => text.includes(part),
    what,
    isOn: false,
    begin: () => {
      one.isOn = true;
    },
    reached: createGate(),
    end: createGate(),
    answered: createGate(),
  };
  return one;
}

/** Those that were under way before it began are not held back. */
function holdAnswers(database: Database, holdings: readonly Holding[]): Database {
  return {
    ...database,
    rows: async (asked, values) => {
      const held = holdings.find(({ isIt, isOn }) => isOn && isIt(asked));
      const wait = async (): Promise<void> => {
        held?.reached.open();
        await held?.end.opened;
      };
      if (held?.what === "question") await wait();
      const answer = await database.rows<never>(asked, values);
      if (held?.what === "answer" || (held?.what === "find" && answer.length > 0)) await wait();
      held?.answered.open();
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
