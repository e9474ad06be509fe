import { expect, test } from "vitest";
import { type ChainDouble, createChainDouble } from "../../../test/chain-double.ts";
import { type ChainWorkWorld, KilledError, mintOf, openChainWork } from "../../../test/chain-work.ts";
import type { ChainEngine } from "./chain-engine.ts";
import { type Checkpoint, checkpoints } from "./engine-deps.ts";

const key = { network: "testnet", chain: "base" } as const;
const families = [
  { name: "a chain with sequences", sequenced: true },
  { name: "a chain whose transactions expire", sequenced: false },
] as const;

async function enqueue(world: ChainWorkWorld, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => world.newId());
  await world.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
  return ids;
}

/** Turns of work and blocks until nothing is left to do. */
async function finish(world: ChainWorkWorld, double: ChainDouble, engine: ChainEngine): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    await engine.turn();
    double.mine();
    world.clock.advance(1_000);
    if ((await world.open()).length === 0) return;
  }
  expect(await world.open()).toEqual([]);
}

/** An engine works until it has come to the point so many times, and goes no further. */
async function killAt(
  world: ChainWorkWorld,
  double: ChainDouble,
  {
    point,
    visit,
    count = 3,
  }: { readonly point: Checkpoint; readonly visit: number; readonly count?: number },
): Promise<readonly string[]> {
  const ids: string[] = [...(await enqueue(world, count))];
  let visits = 0;
  const doomed = world.engine({
    checkpoint: (reached) => {
      if (reached === point) visits += 1;
      return visits === visit ? Promise.reject(new KilledError(point)) : Promise.resolve();
    },
  });
  for (let round = 0; round < 20 && visits < visit; round += 1) {
    // More work comes in, so that points which work passes once are passed again.
    if (round === 6) ids.push(...(await enqueue(world, 1)));
    await doomed.turn().catch((error: unknown) => expect(error).toBeInstanceOf(KilledError));
    double.mine();
    world.clock.advance(1_000);
  }
  expect({ point, visits }).toEqual({ point, visits: visit });
  return ids;
}

function expectEachOnce(world: ChainWorkWorld, double: ChainDouble, ids: readonly string[]): void {
  expect(ids.map((id) => double.effects(id))).toEqual(ids.map(() => 1));
  expect(world.told.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(world.told.every(({ outcome }) => outcome.ok)).toBe(true);
}

for (const { name, sequenced } of families) {
  const make = (): ChainDouble => createChainDouble({ key, sequenced, finality: 2 });

  test(`${name}: work takes effect once and its owner is told once`, async () => {
    const double = make();
    await using world = await openChainWork(double.chain);
    const ids = await enqueue(world, 20);
    await finish(world, double, world.engine());
    expectEachOnce(world, double, ids);
    const progress = await world.work.progress(world.database, ids);
    expect(
      [...progress.values()].every(({ state, transactionId }) => state === "done" && transactionId),
    ).toBe(true);
  });

  test(`${name}: a kill at any point, in any turn, loses nothing and does nothing twice`, async () => {
    const double = make();
    await using world = await openChainWork(double.chain);
    const all: string[] = [];
    for (const point of checkpoints) {
      for (const visit of [1, 2]) {
        all.push(...(await killAt(world, double, { point, visit })));
        await finish(world, double, world.engine());
        expectEachOnce(world, double, all);
      }
    }
  }, 60_000);

  test(`${name}: a kill while some are sent and others signed loses nothing and does nothing twice`, async () => {
    const double = make();
    await using world = await openChainWork(double.chain);
    const all: string[] = [];
    for (const point of ["signed", "stored", "broadcast"] as const) {
      all.push(...(await killAt(world, double, { point, visit: 2, count: 70 })));
      await finish(world, double, world.engine());
      expectEachOnce(world, double, all);
    }
  }, 60_000);

  test(`${name}: a lost answer is asked again and not guessed`, async () => {
    for (const how of ["before", "after"] as const) {
      for (const method of ["broadcast", "statuses", "check"] as const) {
        const double = make();
        await using world = await openChainWork(double.chain);
        const ids = await enqueue(world, 2);
        const engine = world.engine();
        double.breakNext(method, how);
        for (let round = 0; round < 3; round += 1) await engine.turn().catch(() => undefined);
        await finish(world, double, engine);
        expectEachOnce(world, double, ids);
      }
    }
  });

  test(`${name}: what a reorganisation takes away is sent again and told only when it is final`, async () => {
    const double = make();
    await using world = await openChainWork(double.chain);
    const [id = ""] = await enqueue(world, 1);
    const engine = world.engine();
    await engine.turn();
    double.mine();
    await engine.turn();
    expect((await world.work.progress(world.database, [id])).get(id)?.state).toBe("included");
    double.reorganise(1);
    await engine.turn();
    expect((await world.work.progress(world.database, [id])).get(id)?.state).toBe("sending");
    expect(world.told).toEqual([]);
    expect(world.reports).toContainEqual({ type: "forgotten", workId: id });
    await finish(world, double, engine);
    expectEachOnce(world, double, [id]);
  });

  test(`${name}: a pool that forgets is filled again`, async () => {
    const double = make();
    await using world = await openChainWork(double.chain);
    const ids = await enqueue(world, 5);
    const engine = world.engine();
    await engine.turn();
    double.dropPool();
    await finish(world, double, engine);
    expectEachOnce(world, double, ids);
  });

  test(`${name}: what no node takes is tried again, and fails for good after a few times`, async () => {
    const double = make();
    await using world = await openChainWork(double.chain);
    const [rejected = "", ...others] = await enqueue(world, 3);
    const engine = world.engine({ patience: { resendAfterMs: 500 } });
    double.rejectNext(1);
    await finish(world, double, engine);
    expectEachOnce(world, double, [rejected, ...others]);
  });

  test(`${name}: a transaction that has no effect is made anew, three times`, async () => {
    const double = make();
    await using world = await openChainWork(double.chain);
    const [id = "", other = ""] = await enqueue(world, 2);
    const engine = world.engine();
    for (let round = 0; round < 60 && (await world.open()).length > 0; round += 1) {
      double.failOnChain(id);
      await engine.turn();
      double.mine();
      world.clock.advance(1_000);
    }
    expect(double.effects(id)).toBe(0);
    expect(world.told.find((one) => one.id === id)?.outcome).toMatchObject({ ok: false, reason: "rejected" });
    expect(world.told.find((one) => one.id === other)?.outcome.ok).toBe(true);
  });
}

test("a transaction that waits for its fee is replaced by one that offers more, with the same sequence", async () => {
  const double = createChainDouble({ key, sequenced: true, finality: 2 });
  await using world = await openChainWork(double.chain);
  const ids = await enqueue(world, 3);
  double.setMinimumFee(150n);
  await finish(world, double, world.engine({ patience: { repriceAfterMs: 3_000 } }));
  expectEachOnce(world, double, ids);
  expect(world.reports.some(({ type }) => type === "repriced")).toBe(true);
});

test("a better offer that nobody had signed yet is given up when the first one has done the work", async () => {
  const double = createChainDouble({ key, sequenced: true, finality: 2 });
  await using world = await openChainWork(double.chain);
  const ids = await enqueue(world, 1);
  double.setMinimumFee(150n);
  await world.engine().turn();
  world.clock.advance(5_000);
  let isKilled = false;
  const doomed = world.engine({
    patience: { repriceAfterMs: 3_000 },
    checkpoint: (point) => {
      if (point !== "noted") return Promise.resolve();
      isKilled = true;
      return Promise.reject(new KilledError(point));
    },
  });
  await doomed.turn().catch((error: unknown) => expect(error).toBeInstanceOf(KilledError));
  expect(isKilled).toBe(true);
  double.setMinimumFee(0n);
  double.mine(5);
  await world.engine().turn();
  expect({ open: await world.open(), errors: world.errors }).toEqual({ open: [], errors: [] });
  expectEachOnce(world, double, ids);
});

test("a transaction that expired is made anew only after the chain has said so twice", async () => {
  const double = createChainDouble({ key, sequenced: false, finality: 2 });
  await using world = await openChainWork(double.chain);
  const [id = ""] = await enqueue(world, 1);
  const engine = world.engine();
  double.setMinimumFee(150n);
  await engine.turn();
  double.mine(30);
  await engine.turn();
  await engine.turn();
  expect(world.reports).toEqual([]);
  double.setMinimumFee(0n);
  world.clock.advance(1_000);
  await engine.turn();
  expect(world.reports).toEqual([{ type: "tried-again", workId: id, because: "expired" }]);
  await finish(world, double, engine);
  expectEachOnce(world, double, [id]);
});

test("two engines on one chain do not both work", async () => {
  const double = createChainDouble({ key, sequenced: true, finality: 2 });
  await using world = await openChainWork(double.chain);
  const ids = await enqueue(world, 10);
  const engines = [world.engine({ leaseMs: 60_000 }), world.engine({ leaseMs: 60_000 })] as const;
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(engines.map((engine) => engine.turn()));
    double.mine();
  }
  expect(engines.filter((engine) => engine.health().isWorking)).toHaveLength(1);
  expectEachOnce(world, double, ids);
});

test("who lost the lease while it worked writes nothing more", async () => {
  const double = createChainDouble({ key, sequenced: false, finality: 2 });
  await using world = await openChainWork(double.chain);
  const ids = await enqueue(world, 4);
  const successor = world.engine();
  let hasYielded = false;
  const late = world.engine({
    checkpoint: async (point) => {
      if (point !== "signed" || hasYielded) return;
      hasYielded = true;
      // Its lease is over before it stores; the successor signs the same work in the meantime.
      await successor.turn();
    },
  });
  await late.turn();
  expect(hasYielded).toBe(true);
  await finish(world, double, successor);
  expectEachOnce(world, double, ids);
});

test("one owner that fails does not hold up the others", async () => {
  const double = createChainDouble({ key, sequenced: true, finality: 1 });
  await using world = await openChainWork(double.chain);
  await enqueue(world, 1);
  let attempts = 0;
  const settle = (): Promise<void> => {
    attempts += 1;
    return attempts < 3 ? Promise.reject(new Error("not now")) : Promise.resolve();
  };
  await finish(world, double, world.engine({ owners: [{ name: "test.owner", settle }] }));
  expect(attempts).toBe(3);
  expect(world.errors).toHaveLength(2);
});
