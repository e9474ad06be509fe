import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { openChainWork } from "../../test/chain-work.ts";
import { createChainDouble } from "../../test/fake-chain.ts";
import { createChainMetrics } from "./chain-metrics.ts";

const key = { network: "testnet", chain: "base" } as const;
const labels = 'network="testnet",chain="base",state="queued"';

test("pending operations are counted with their age, and finished ones are not", async () => {
  const { chain, mine } = createChainDouble({ key, sequenced: true, finality: 1 });
  await using env = await openChainWork(chain);
  const registry = new Registry();
  createChainMetrics(registry, env.database, { all: () => [chain] });
  expect(await registry.metrics()).not.toContain(labels);

  const ids = [env.newId(), env.newId()];
  await env.enqueue(ids.map((id) => ({ id, operation: mintOf(id) })));
  const reported = await registry.metrics();
  expect(reported).toContain(`florin_chain_work{${labels}} 2\n`);
  expect(reported).toMatch(new RegExp(`florin_chain_work_oldest_seconds\\{${labels}\\} -?[0-9]`));

  const engine = env.engine();
  while ((await env.open()).length > 0) {
    await engine.turn();
    mine();
  }
  expect(await registry.metrics()).not.toMatch(/^florin_chain_work.*\{/m);
});

function mintOf(reference: string) {
  const issuer = { role: "issuer", index: 0 } as const;
  const recipient = { authority: "platform", to: "holder", units: 5n } as const;
  return { kind: "mint", reference, contract: "token", issuer, ...recipient } as const;
}
