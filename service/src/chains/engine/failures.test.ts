import { expect, test } from "vitest";
import { type ChainWorkEnvironment, mintOf, openChainWork } from "../../../test/chain-work.ts";
import { type ChainDouble, createChainDouble } from "../../../test/fake-chain.ts";
import type { Chain, ChainOperation } from "../chain.ts";
import type { ChainEngine } from "./chain-engine.ts";

const key = { network: "testnet", chain: "base" } as const;

async function drive(
  { env, fake, engine }: { env: ChainWorkEnvironment; fake: ChainDouble; engine: ChainEngine },
  rounds: number,
): Promise<void> {
  for (let round = 0; round < rounds && (await env.open()).length > 0; round += 1) {
    await engine.turn();
    fake.mine();
    env.clock.advance(1_000);
  }
}

function transferOf(reference: string): ChainOperation {
  const fromKey = { role: "custody", index: 0 } as const;
  return { kind: "transfer", reference, contract: "token", from: "a", fromKey, to: "b", units: 1n };
}

test.each([
  { sequenced: true, name: "with nonces" },
  { sequenced: false, name: "whose transactions expire" },
])(
  "a transaction that one node accepts and another rejects takes effect once, on a chain $name",
  async ({ sequenced }) => {
    const fake = createChainDouble({ key, sequenced, finality: 2 });
    let isFirst = true;
    const chain: Chain = {
      ...fake.chain,
      broadcast: async (bytes) => {
        const decision = await fake.chain.broadcast(bytes);
        if (!isFirst) return decision;
        isFirst = false;
        return { response: "rejected", detail: "invalid params" };
      },
    };
    await using env = await openChainWork(chain);
    const id = env.newId();
    await env.enqueue([{ id, operation: mintOf(id) }]);
    await drive({ env, fake, engine: env.engine() }, 120);
    expect([fake.effects(id), env.reported.length]).toEqual([1, 1]);
  },
);

test("an operation that every node rejects fails after a few retries, without effect", async () => {
  for (const sequenced of [true, false]) {
    const fake = createChainDouble({ key, sequenced, finality: 2 });
    const refused = { response: "rejected", detail: "invalid params" } as const;
    let noOps = 0;
    const chain: Chain = {
      ...fake.chain,
      prepareCancelTransaction: async (senderQueue, replaces) => {
        noOps += 1;
        const prepared = await fake.chain.prepareCancelTransaction(senderQueue, replaces);
        return { ...prepared, bytes: Buffer.concat([Buffer.from("no-op: "), prepared.bytes]) };
      },
      broadcast: async (bytes) => {
        const text = Buffer.from(bytes).toString();
        return text.startsWith("no-op: ") ? fake.chain.broadcast(Buffer.from(text.slice(7))) : refused;
      },
    };
    await using env = await openChainWork(chain);
    const id = env.newId();
    await env.enqueue([{ id, operation: mintOf(id) }]);
    await drive({ env, fake, engine: env.engine() }, 400);
    expect(fake.effects(id)).toBe(0);
    expect(env.reported).toMatchObject([{ id, outcome: { ok: false, reason: "rejected" } }]);
    expect(noOps > 0).toBe(sequenced);
  }
});

test("a stuck sender queue does not block other operations or tenants", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  const chain: Chain = {
    ...fake.chain,
    senderQueues: [
      { role: "gas", count: 1, maxInFlight: 4 },
      { role: "minter", count: 1, maxInFlight: 4 },
    ],
    roleOf: ({ kind }) => (kind === "transfer" ? "gas" : "minter"),
  };
  fake.setMinimumFee(10n ** 30n);
  await using env = await openChainWork(chain);
  const transfers = Array.from({ length: 300 }, () => env.newId());
  await env.enqueue(transfers.map((id) => ({ id, operation: transferOf(id) })));
  const mint = env.newId();
  await env.enqueue([{ id: mint, operation: mintOf(mint) }]);
  const engine = env.engine();
  for (let round = 0; round < 3; round += 1) await engine.turn();
  expect((await env.work.progress(env.database, [mint])).get(mint)?.state).toBe("sending");
});

test("an owner that fails to settle neither makes the engine spin nor blocks its other operations", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 1 });
  await using env = await openChainWork(fake.chain);
  const ids = [env.newId(), env.newId(), env.newId()];
  await env.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
  const engine = env.engine({
    owners: [
      {
        name: "test.owner",
        settle: (_tx, _scope, settled) =>
          settled.some(({ id }) => id === ids[0]) ? Promise.reject(new Error("bug")) : Promise.resolve(),
      },
    ],
  });
  await drive({ env, fake, engine }, 8);
  expect(await env.open()).toEqual([ids[0]]);
  const turns = [await engine.turn(), await engine.turn(), await engine.turn()];
  expect(turns).toEqual(["soon", "soon", "soon"]);
});

test("a transaction that expired underpriced is replaced with a higher fee", async () => {
  const fake = createChainDouble({ key, sequenced: false, finality: 2 });
  await using env = await openChainWork(fake.chain);
  const id = env.newId();
  await env.enqueue([{ id, operation: mintOf(id) }]);
  fake.setMinimumFee(150n);
  await drive({ env, fake, engine: env.engine() }, 100);
  expect([fake.effects(id), env.reports.length]).toEqual([1, 1]);
});

test("the offered fee follows the market fee without limit", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  await using env = await openChainWork(fake.chain);
  const ids = [env.newId(), env.newId()];
  await env.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
  fake.setMinimumFee(10n ** 6n);
  await drive({ env, fake, engine: env.engine({ patience: { repriceAfterMs: 1_000 } }) }, 400);
  expect(ids.map((id) => fake.effects(id))).toEqual([1, 1]);
});

test("a failed check counts only after it has failed for a while", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 1 });
  let isBehind = true;
  const chain: Chain = {
    ...fake.chain,
    check: (operations) =>
      Promise.resolve(
        operations.map(() =>
          isBehind ? { ok: false, reason: "insufficient_tokens", detail: "not yet" } : { ok: true },
        ),
      ),
  };
  await using env = await openChainWork(chain);
  const id = env.newId();
  await env.enqueue([{ id, operation: mintOf(id) }]);
  // It was queued for much longer than the grace period.
  env.clock.advance(60_000);
  const engine = env.engine({ patience: { checkGraceMs: 5_000 } });
  await drive({ env, fake, engine }, 3);
  isBehind = false;
  await drive({ env, fake, engine }, 20);
  expect([fake.effects(id), env.reported.length]).toEqual([1, 1]);
});
