import { expect, test } from "vitest";
import { type ChainDouble, createChainDouble } from "../../../test/chain-double.ts";
import { type ChainWorkWorld, mintOf, openChainWork } from "../../../test/chain-work.ts";
import type { Chain, ChainOperation } from "../chain.ts";
import type { ChainEngine } from "./chain-engine.ts";

const key = { network: "testnet", chain: "base" } as const;

async function drive(
  { world, double, engine }: { world: ChainWorkWorld; double: ChainDouble; engine: ChainEngine },
  rounds: number,
): Promise<void> {
  for (let round = 0; round < rounds && (await world.open()).length > 0; round += 1) {
    await engine.turn();
    double.mine();
    world.clock.advance(1_000);
  }
}

function transferOf(reference: string): ChainOperation {
  const fromKey = { duty: "custody", index: 0 } as const;
  return { kind: "transfer", reference, contract: "token", from: "a", fromKey, to: "b", units: 1n };
}

test.each([
  { sequenced: true, name: "with sequences" },
  { sequenced: false, name: "whose transactions expire" },
])(
  "bytes that one node took and another refused take effect once, on a chain $name",
  async ({ sequenced }) => {
    const double = createChainDouble({ key, sequenced, finality: 2 });
    let isFirst = true;
    const chain: Chain = {
      ...double.chain,
      broadcast: async (bytes) => {
        const verdict = await double.chain.broadcast(bytes);
        if (!isFirst) return verdict;
        isFirst = false;
        return { answer: "rejected", detail: "invalid params" };
      },
    };
    await using world = await openChainWork(chain);
    const id = world.newId();
    await world.enqueue([{ id, operation: mintOf(id) }]);
    await drive({ world, double, engine: world.engine() }, 120);
    expect([double.effects(id), world.told.length]).toEqual([1, 1]);
  },
);

test("what every node refuses fails for good after a few times, and took effect never", async () => {
  for (const sequenced of [true, false]) {
    const double = createChainDouble({ key, sequenced, finality: 2 });
    const refused = { answer: "rejected", detail: "invalid params" } as const;
    let fillers = 0;
    const chain: Chain = {
      ...double.chain,
      prepareFiller: async (lane, replaces) => {
        fillers += 1;
        const prepared = await double.chain.prepareFiller(lane, replaces);
        return { ...prepared, bytes: Buffer.concat([Buffer.from("filler "), prepared.bytes]) };
      },
      broadcast: async (bytes) => {
        const text = Buffer.from(bytes).toString();
        return text.startsWith("filler ") ? double.chain.broadcast(Buffer.from(text.slice(7))) : refused;
      },
    };
    await using world = await openChainWork(chain);
    const id = world.newId();
    await world.enqueue([{ id, operation: mintOf(id) }]);
    await drive({ world, double, engine: world.engine() }, 400);
    expect(double.effects(id)).toBe(0);
    expect(world.told).toMatchObject([{ id, outcome: { ok: false, reason: "rejected" } }]);
    expect(fillers > 0).toBe(sequenced);
  }
});

test("a lane that is stuck holds up no other work, and no tenant another", async () => {
  const double = createChainDouble({ key, sequenced: true, finality: 2 });
  const chain: Chain = {
    ...double.chain,
    lanes: [
      { duty: "gas", count: 1, maxInFlight: 4 },
      { duty: "minter", count: 1, maxInFlight: 4 },
    ],
    dutyOf: ({ kind }) => (kind === "transfer" ? "gas" : "minter"),
  };
  double.setMinimumFee(10n ** 30n);
  await using world = await openChainWork(chain);
  const transfers = Array.from({ length: 300 }, () => world.newId());
  await world.enqueue(transfers.map((id) => ({ id, operation: transferOf(id) })));
  const mint = world.newId();
  await world.enqueue([{ id: mint, operation: mintOf(mint) }]);
  const engine = world.engine();
  for (let round = 0; round < 3; round += 1) await engine.turn();
  expect((await world.work.progress(world.database, [mint])).get(mint)?.state).toBe("sending");
});

test("an owner that cannot settle does not make the engine spin, nor hold up its other work", async () => {
  const double = createChainDouble({ key, sequenced: true, finality: 1 });
  await using world = await openChainWork(double.chain);
  const ids = [world.newId(), world.newId(), world.newId()];
  await world.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
  const engine = world.engine({
    owners: [
      {
        name: "test.owner",
        settle: (_tx, _scope, settled) =>
          settled.some(({ id }) => id === ids[0]) ? Promise.reject(new Error("bug")) : Promise.resolve(),
      },
    ],
  });
  await drive({ world, double, engine }, 8);
  expect(await world.open()).toEqual([ids[0]]);
  const turns = [await engine.turn(), await engine.turn(), await engine.turn()];
  expect(turns).toEqual(["wait", "wait", "wait"]);
});

test("what expired for its fee is made anew with a better one", async () => {
  const double = createChainDouble({ key, sequenced: false, finality: 2 });
  await using world = await openChainWork(double.chain);
  const id = world.newId();
  await world.enqueue([{ id, operation: mintOf(id) }]);
  double.setMinimumFee(150n);
  await drive({ world, double, engine: world.engine() }, 100);
  expect([double.effects(id), world.reports.length]).toEqual([1, 1]);
});

test("however high the fee rises, it is followed", async () => {
  const double = createChainDouble({ key, sequenced: true, finality: 2 });
  await using world = await openChainWork(double.chain);
  const ids = [world.newId(), world.newId()];
  await world.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
  double.setMinimumFee(10n ** 6n);
  await drive({ world, double, engine: world.engine({ patience: { repriceAfterMs: 1_000 } }) }, 400);
  expect(ids.map((id) => double.effects(id))).toEqual([1, 1]);
});

test("a no of the check is believed only when it has been said for a while", async () => {
  const double = createChainDouble({ key, sequenced: true, finality: 1 });
  let isBehind = true;
  const chain: Chain = {
    ...double.chain,
    check: (operations) =>
      Promise.resolve(
        operations.map(() =>
          isBehind ? { ok: false, reason: "insufficient_tokens", detail: "not yet" } : { ok: true },
        ),
      ),
  };
  await using world = await openChainWork(chain);
  const id = world.newId();
  await world.enqueue([{ id, operation: mintOf(id) }]);
  // It waited for its turn much longer than a no is doubted.
  world.clock.advance(60_000);
  const engine = world.engine({ patience: { checkGraceMs: 5_000 } });
  await drive({ world, double, engine }, 3);
  isBehind = false;
  await drive({ world, double, engine }, 20);
  expect([double.effects(id), world.told.length]).toEqual([1, 1]);
});
