import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { createChainDouble } from "../../test/chain-double.ts";
import { openChainWork } from "../../test/chain-work.ts";
import { createChainMetrics } from "./chain-metrics.ts";

const key = { network: "testnet", chain: "base" } as const;
const labels = 'network="testnet",chain="base",state="queued"';

test("work that waits is counted with its age, and what is at its end no longer", async () => {
  const { chain, mine } = createChainDouble({ key, sequenced: true, finality: 1 });
  await using world = await openChainWork(chain);
  const registry = new Registry();
  createChainMetrics(registry, world.database, { all: () => [chain] });
  expect(await registry.metrics()).not.toContain(labels);

  const ids = [world.newId(), world.newId()];
  await world.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
  const told = await registry.metrics();
  expect(told).toContain(`florin_chain_work{${labels}} 2\n`);
  expect(told).toMatch(new RegExp(`florin_chain_work_oldest_seconds\\{${labels}\\} -?[0-9]`));

  const engine = world.engine();
  while ((await world.open()).length > 0) {
    await engine.turn();
    mine();
  }
  expect(await registry.metrics()).not.toMatch(/^florin_chain_work.*\{/m);
});

function mintOf(reference: string) {
  const issuer = { duty: "issuer", index: 0 } as const;
  const recipient = { authority: "platform", to: "holder", units: 5n } as const;
  return { kind: "mint", reference, contract: "token", issuer, ...recipient } as const;
}
