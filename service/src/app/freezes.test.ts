import { describe, expect, test } from "vitest";
import { openTenant, type Tenant } from "../../test/chain-tenant.ts";
import { type ChainWorld, openChainWorld, worldChains } from "../../test/chain-world.ts";
import { doom, workToDeath } from "../../test/doom.ts";
import { reconcileWorld } from "../../test/reconcile-world.ts";
import type { ChainName } from "../chains/chain-name.ts";
import { createChainWork } from "../chains/work/create-chain-work.ts";
import { checkpoints } from "../chains/work/engine-deps.ts";
import { systemCause } from "../kernel/cause.ts";
import { type Freeze, freezeAddress, listFreezes, unfreezeAddress } from "../tokens/index.ts";

const cause = systemCause("test");

function orders(world: ChainWorld, { valueType }: Tenant, chain: ChainName) {
  const { clock, newId } = world.parts;
  const deps = { clock, newId, chainWork: createChainWork({ clock, wakeUp: { nudge: () => {} } }) };
  const order = { network: "testnet", reason: "a test", cause } as const;
  return {
    freeze: (address: string) =>
      world.database.transaction((tx) => freezeAddress(deps, tx, { ...order, valueType, chain, address })),
    unfreeze: ({ id }: Freeze) =>
      world.database.transaction((tx) => unfreezeAddress(deps, tx, { ...order, id })),
  };
}

async function statusOf({ database }: ChainWorld, { id }: Freeze): Promise<string | undefined> {
  const all = { valueType: undefined, status: undefined, tenantId: undefined, position: undefined };
  const wish = { network: "testnet", direction: "after", limit: 100, ...all } as const;
  return (await listFreezes(database, wish)).find((one) => one.id === id)?.state.status;
}

/** Whether the chain itself would let tokens go from one to the other and back; nothing is sent. */
async function moves(world: ChainWorld, { contract, anna, bert }: Tenant): Promise<readonly string[]> {
  const key = { duty: "custody", index: 0 } as const;
  const transfer = { kind: "transfer", contract, fromKey: key, units: 1n } as const;
  const verdicts = await world.chain.check([
    { ...transfer, reference: "out", from: anna.address, to: bert.address },
    { ...transfer, reference: "in", from: bert.address, to: anna.address },
  ]);
  return verdicts.map((verdict) => (verdict.ok ? "ok" : verdict.reason));
}

describe.each(worldChains)("%s", (chain) => {
  test("a frozen address can neither send nor receive on the chain, and can again once it is unfrozen", async () => {
    await using world = await openChainWorld(chain);
    const tenant = await openTenant(world);
    const { anna, bert } = tenant;
    await Promise.all([tenant.mint(anna, "10"), tenant.mint(bert, "10")]);
    await world.finish();
    expect(await moves(world, tenant)).toEqual(["ok", "ok"]);
    const { freeze, unfreeze } = orders(world, tenant, chain);
    const frozen = await freeze(anna.address);
    await world.finish();
    expect(await statusOf(world, frozen)).toBe("frozen");
    expect(await moves(world, tenant)).toEqual(["frozen", "frozen"]);

    await unfreeze(frozen);
    await world.finish();
    expect(await statusOf(world, frozen)).toBe("unfrozen");
    const there = await tenant.transfer(anna, bert, "2");
    await world.finish();
    const back = await tenant.transfer(bert, anna, "1");
    await world.finish();
    for (const id of [there, back])
      expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
    expect(await reconcileWorld(world)).toEqual([]);
  });
});

test("an engine that is killed at any point leaves no freeze undone and none half done", async () => {
  await using world = await openChainWorld("base");
  const tenant = await openTenant(world);
  await Promise.all([tenant.mint(tenant.anna, "10"), tenant.mint(tenant.bert, "10")]);
  await world.finish();
  const { freeze, unfreeze } = orders(world, tenant, "base");
  for (const point of checkpoints) {
    const frozen = await freeze(tenant.anna.address);
    const doomed = doom(point, 1);
    // Some points are passed only while other work is under way.
    const feed = async (): Promise<void> => {
      if ((await world.openWork()).length === 0) await tenant.mint(tenant.bert, "1");
    };
    await workToDeath(world.engine({ checkpoint: doomed.checkpoint }), doomed, feed);
    await world.finish();
    expect([point, await statusOf(world, frozen)]).toEqual([point, "frozen"]);
    expect(await moves(world, tenant)).toEqual(["frozen", "frozen"]);
    await unfreeze(frozen);
    await world.finish();
    expect(await moves(world, tenant)).toEqual(["ok", "ok"]);
  }
}, 150_000);
