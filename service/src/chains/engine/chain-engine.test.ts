import { expect, test } from "vitest";
import { type ChainWorkEnvironment, KilledError, mintOf, openChainWork } from "../../../test/chain-work.ts";
import { type ChainDouble, createChainDouble } from "../../../test/fake-chain.ts";
import { statement } from "../../db/statement.ts";
import type { ChainEngine } from "./chain-engine.ts";
import { type Checkpoint, checkpoints } from "./engine-deps.ts";

const key = { network: "testnet", chain: "base" } as const;
const families = [
  { name: "a chain with nonces", sequenced: true },
  { name: "a chain whose transactions expire", sequenced: false },
] as const;

/** In a bucket above the first one: the clock advances by a second per block. */
const confirmations = statement<{
  readonly chain: string;
  readonly count: bigint;
  readonly isMeasured: boolean;
}>(`
  SELECT name AS chain, sum(count)::bigint AS count, bool_and(bucket > 0) AS is_measured FROM statistics
   WHERE series = 'confirmations' AND grain = 'day' GROUP BY name`);

async function enqueue(env: ChainWorkEnvironment, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => env.newId());
  await env.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
  return ids;
}

/** Runs turns and mines blocks until nothing is left to do. */
async function finish(env: ChainWorkEnvironment, fake: ChainDouble, engine: ChainEngine): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    await engine.turn();
    fake.mine();
    env.clock.advance(1_000);
    if ((await env.open()).length === 0) return;
  }
  expect(await env.open()).toEqual([]);
}

/** Runs an engine until it reaches the kill point for the given time, and kills it there. */
async function killAt(
  env: ChainWorkEnvironment,
  fake: ChainDouble,
  {
    point,
    visit,
    count = 3,
  }: { readonly point: Checkpoint; readonly visit: number; readonly count?: number },
): Promise<readonly string[]> {
  const ids: string[] = [...(await enqueue(env, count))];
  let visits = 0;
  const killedEngine = env.engine({
    checkpoint: (reached) => {
      if (reached === point) visits += 1;
      return visits === visit ? Promise.reject(new KilledError(point)) : Promise.resolve();
    },
  });
  for (let round = 0; round < 20 && visits < visit; round += 1) {
    // More operations are added, so that kill points passed once per operation are passed again.
    if (round === 6) ids.push(...(await enqueue(env, 1)));
    await killedEngine.turn().catch((error: unknown) => expect(error).toBeInstanceOf(KilledError));
    fake.mine();
    env.clock.advance(1_000);
  }
  expect({ point, visits }).toEqual({ point, visits: visit });
  return ids;
}

function expectEachOnce(env: ChainWorkEnvironment, fake: ChainDouble, ids: readonly string[]): void {
  expect(ids.map((id) => fake.effects(id))).toEqual(ids.map(() => 1));
  expect(env.reported.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(env.reported.every(({ outcome }) => outcome.ok)).toBe(true);
}

for (const { name, sequenced } of families) {
  const make = (): ChainDouble => createChainDouble({ key, sequenced, finality: 2 });

  test(`${name}: an operation takes effect once and its owner receives the outcome once`, async () => {
    const fake = make();
    await using env = await openChainWork(fake.chain);
    const ids = await enqueue(env, 20);
    await finish(env, fake, env.engine());
    expectEachOnce(env, fake, ids);
    const progress = await env.work.progress(env.database, ids);
    expect(
      [...progress.values()].every(({ state, transactionId }) => state === "done" && transactionId),
    ).toBe(true);
    expect(await env.database.rows(confirmations)).toEqual([{ chain: "base", count: 20n, isMeasured: true }]);
  });

  test(`${name}: a kill at any point, in any turn, neither loses nor repeats an operation`, async () => {
    const fake = make();
    await using env = await openChainWork(fake.chain);
    const all: string[] = [];
    for (const point of checkpoints) {
      for (const visit of [1, 2]) {
        all.push(...(await killAt(env, fake, { point, visit })));
        await finish(env, fake, env.engine());
        expectEachOnce(env, fake, all);
      }
    }
  });

  test(`${name}: a kill while some are sent and others signed neither loses nor repeats an operation`, async () => {
    const fake = make();
    await using env = await openChainWork(fake.chain);
    const all: string[] = [];
    for (const point of ["signed", "stored", "broadcast"] as const) {
      all.push(...(await killAt(env, fake, { point, visit: 2, count: 70 })));
      await finish(env, fake, env.engine());
      expectEachOnce(env, fake, all);
    }
  });

  test(`${name}: a lost response is requested again and never guessed`, async () => {
    for (const how of ["before", "after"] as const) {
      for (const method of ["broadcast", "statuses", "check"] as const) {
        const fake = make();
        await using env = await openChainWork(fake.chain);
        const ids = await enqueue(env, 2);
        const engine = env.engine();
        fake.breakNext(method, how);
        for (let round = 0; round < 3; round += 1) await engine.turn().catch(() => undefined);
        await finish(env, fake, engine);
        expectEachOnce(env, fake, ids);
      }
    }
  });

  test(`${name}: a reorged transaction is sent again and settled only when it is final`, async () => {
    const fake = make();
    await using env = await openChainWork(fake.chain);
    const [id = ""] = await enqueue(env, 1);
    const engine = env.engine();
    await engine.turn();
    fake.mine();
    await engine.turn();
    expect((await env.work.progress(env.database, [id])).get(id)?.state).toBe("included");
    fake.reorganise(1);
    await engine.turn();
    expect((await env.work.progress(env.database, [id])).get(id)?.state).toBe("sending");
    expect(env.reported).toEqual([]);
    expect(env.reports).toContainEqual({ type: "reorged", workId: id });
    await finish(env, fake, engine);
    expectEachOnce(env, fake, [id]);
  });

  test(`${name}: transactions dropped from the mempool are sent again`, async () => {
    const fake = make();
    await using env = await openChainWork(fake.chain);
    const ids = await enqueue(env, 5);
    const engine = env.engine();
    await engine.turn();
    fake.dropPool();
    await finish(env, fake, engine);
    expectEachOnce(env, fake, ids);
  });

  test(`${name}: a rejected transaction is retried`, async () => {
    const fake = make();
    await using env = await openChainWork(fake.chain);
    const [rejected = "", ...others] = await enqueue(env, 3);
    const engine = env.engine({ patience: { resendAfterMs: 500 } });
    fake.rejectNext(1);
    await finish(env, fake, engine);
    expectEachOnce(env, fake, [rejected, ...others]);
  });

  test(`${name}: an operation fails after three transactions without effect`, async () => {
    const fake = make();
    await using env = await openChainWork(fake.chain);
    const [id = "", other = ""] = await enqueue(env, 2);
    const engine = env.engine();
    for (let round = 0; round < 60 && (await env.open()).length > 0; round += 1) {
      fake.failOnChain(id);
      await engine.turn();
      fake.mine();
      env.clock.advance(1_000);
    }
    expect(fake.effects(id)).toBe(0);
    expect(env.reported.find((settled) => settled.id === id)?.outcome).toMatchObject({
      ok: false,
      reason: "rejected",
    });
    expect(env.reported.find((settled) => settled.id === other)?.outcome.ok).toBe(true);
  });
}

test("an underpriced transaction is replaced with a higher fee and the same nonce", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  await using env = await openChainWork(fake.chain);
  const ids = await enqueue(env, 3);
  fake.setMinimumFee(150n);
  await finish(env, fake, env.engine({ patience: { repriceAfterMs: 3_000 } }));
  expectEachOnce(env, fake, ids);
  expect(env.reports.some(({ type }) => type === "repriced")).toBe(true);
  // A transaction that was replaced is no confirmation.
  expect(await env.database.rows(confirmations)).toMatchObject([{ chain: "base", count: 3n }]);
});

test("an unsigned replacement is dropped when the original transaction succeeds", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  await using env = await openChainWork(fake.chain);
  const ids = await enqueue(env, 1);
  fake.setMinimumFee(150n);
  await env.engine().turn();
  env.clock.advance(5_000);
  let isKilled = false;
  const killedEngine = env.engine({
    patience: { repriceAfterMs: 3_000 },
    checkpoint: (point) => {
      if (point !== "noted") return Promise.resolve();
      isKilled = true;
      return Promise.reject(new KilledError(point));
    },
  });
  await killedEngine.turn().catch((error: unknown) => expect(error).toBeInstanceOf(KilledError));
  expect(isKilled).toBe(true);
  fake.setMinimumFee(0n);
  fake.mine(5);
  await env.engine().turn();
  expect({ open: await env.open(), errors: env.errors }).toEqual({ open: [], errors: [] });
  expectEachOnce(env, fake, ids);
});

test("an expired transaction is replaced only after two checks report it as expired", async () => {
  const fake = createChainDouble({ key, sequenced: false, finality: 2 });
  await using env = await openChainWork(fake.chain);
  const [id = ""] = await enqueue(env, 1);
  const engine = env.engine();
  fake.setMinimumFee(150n);
  await engine.turn();
  fake.mine(30);
  await engine.turn();
  await engine.turn();
  expect(env.reports).toEqual([]);
  fake.setMinimumFee(0n);
  env.clock.advance(1_000);
  await engine.turn();
  expect(env.reports).toEqual([{ type: "tried-again", workId: id, because: "expired" }]);
  await finish(env, fake, engine);
  expectEachOnce(env, fake, [id]);
});

test("only one of two engines works on a chain", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  await using env = await openChainWork(fake.chain);
  const ids = await enqueue(env, 10);
  const engines = [env.engine({ leaseMs: 60_000 }), env.engine({ leaseMs: 60_000 })] as const;
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(engines.map((engine) => engine.turn()));
    fake.mine();
  }
  expect(engines.filter((engine) => engine.health().isWorking)).toHaveLength(1);
  expectEachOnce(env, fake, ids);
});

test("an engine that lost its lease writes nothing more", async () => {
  const fake = createChainDouble({ key, sequenced: false, finality: 2 });
  await using env = await openChainWork(fake.chain);
  const ids = await enqueue(env, 4);
  const successor = env.engine();
  let hasYielded = false;
  const late = env.engine({
    checkpoint: async (point) => {
      if (point !== "signed" || hasYielded) return;
      hasYielded = true;
      // Its lease expires before it stores; the successor signs the same operation in the meantime.
      await successor.turn();
    },
  });
  await late.turn();
  expect(hasYielded).toBe(true);
  await finish(env, fake, successor);
  expectEachOnce(env, fake, ids);
});

test("settling is retried until the owner succeeds", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 1 });
  await using env = await openChainWork(fake.chain);
  await enqueue(env, 1);
  let submissions = 0;
  const settle = (): Promise<void> => {
    submissions += 1;
    return submissions < 3 ? Promise.reject(new Error("not now")) : Promise.resolve();
  };
  await finish(env, fake, env.engine({ owners: [{ name: "test.owner", settle }] }));
  expect(submissions).toBe(3);
  expect(env.errors).toHaveLength(2);
});
