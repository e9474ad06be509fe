import { describe, expect, test } from "vitest";
import type { ChainName } from "../../service/src/chains/chain-name.ts";
import { checkpoints } from "../../service/src/chains/engine/engine-deps.ts";
import { createChainWork } from "../../service/src/chains/engine/work-store.ts";
import { systemCause } from "../../service/src/kernel/cause.ts";
import { type Freeze, freezeAddress, freezeList, unfreezeAddress } from "../../service/src/tokens/index.ts";
import {
  type ChainEnvironment,
  environmentChains,
  openChainEnvironment,
} from "../../service/test/chain-environment.ts";
import { openTenant, type Tenant } from "../../service/test/chain-tenant.ts";
import { killPoint, workToDeath } from "../../service/test/kill-point.ts";
import { reconcileEnvironment } from "../../service/test/reconcile-environment.ts";

const cause = systemCause("test");

function orders(env: ChainEnvironment, { valueType }: Tenant, chain: ChainName) {
  const { clock, newId } = env.parts;
  const deps = { clock, newId, chainWork: createChainWork({ clock, wakeUp: { nudge: () => {} } }) };
  const order = { network: "testnet", reason: "a test", cause } as const;
  return {
    freeze: (address: string) =>
      env.database.transaction((tx) => freezeAddress(deps, tx, { ...order, valueType, chain, address })),
    unfreeze: ({ id }: Freeze) =>
      env.database.transaction((tx) => unfreezeAddress(deps, tx, { ...order, id })),
  };
}

async function statusOf({ database }: ChainEnvironment, { id }: Freeze): Promise<string | undefined> {
  const { items } = await freezeList.read(database, { network: "testnet" }, { limit: 100 });
  return items.find((freeze) => freeze.id === id)?.state.status;
}

/** Whether the chain would accept transfers from one holder to the other and back; nothing is sent. */
async function moves(env: ChainEnvironment, { contract, anna, bert }: Tenant): Promise<readonly string[]> {
  const key = { role: "custody", index: 0 } as const;
  const transfer = { kind: "transfer", contract, fromKey: key, units: 1n } as const;
  const outcomes = await env.chain.check([
    { ...transfer, reference: "out", from: anna.address, to: bert.address },
    { ...transfer, reference: "in", from: bert.address, to: anna.address },
  ]);
  return outcomes.map((outcome) => (outcome.ok ? "ok" : outcome.reason));
}

describe.each(environmentChains)("%s", (chain) => {
  test("a frozen address can neither send nor receive on the chain, and can again once it is unfrozen", async () => {
    await using env = await openChainEnvironment(chain);
    const tenant = await openTenant(env);
    const { anna, bert } = tenant;
    await Promise.all([tenant.mint(anna, "10"), tenant.mint(bert, "10")]);
    await env.finish();
    expect(await moves(env, tenant)).toEqual(["ok", "ok"]);
    const { freeze, unfreeze } = orders(env, tenant, chain);
    const frozen = await freeze(anna.address);
    await env.finish();
    expect(await statusOf(env, frozen)).toBe("frozen");
    expect(await moves(env, tenant)).toEqual(["frozen", "frozen"]);

    await unfreeze(frozen);
    await env.finish();
    expect(await statusOf(env, frozen)).toBe("unfrozen");
    const outgoing = await tenant.transfer(anna, bert, "2");
    await env.finish();
    const returning = await tenant.transfer(bert, anna, "1");
    await env.finish();
    for (const id of [outgoing, returning])
      expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
    expect(await reconcileEnvironment(env)).toEqual([]);
  });
});

test("an engine that is killed at any kill point leaves no freeze lost or incomplete", async () => {
  await using env = await openChainEnvironment("base");
  const tenant = await openTenant(env);
  await Promise.all([tenant.mint(tenant.anna, "10"), tenant.mint(tenant.bert, "10")]);
  await env.finish();
  const { freeze, unfreeze } = orders(env, tenant, "base");
  for (const point of checkpoints) {
    const frozen = await freeze(tenant.anna.address);
    const toKill = killPoint(point, 1);
    // Some kill points are reached only while other work is in flight.
    const feed = async (): Promise<void> => {
      if ((await env.openWork()).length === 0) await tenant.mint(tenant.bert, "1");
    };
    await workToDeath(env.engine({ checkpoint: toKill.checkpoint }), toKill, feed);
    await env.finish();
    expect([point, await statusOf(env, frozen)]).toEqual([point, "frozen"]);
    expect(await moves(env, tenant)).toEqual(["frozen", "frozen"]);
    await unfreeze(frozen);
    await env.finish();
    expect(await moves(env, tenant)).toEqual(["ok", "ok"]);
  }
});
