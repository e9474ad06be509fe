import type { Hex } from "viem";
import { parseTransaction } from "viem/utils";
import { expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { expectBooksAreChain } from "../../service/test/books-and-chain.ts";
import { openEnvironmentOn, turns } from "../../service/test/chain-environment.ts";
import { startBaseNode } from "../../service/test/chain-nodes/base-node.ts";
import { openTenant } from "../../service/test/chain-tenant.ts";

const authorizationSeconds = 1_800;
const selectBytes = statement<{ readonly bytes: Buffer }>(
  `SELECT bytes FROM chain_submissions WHERE state = 'sent'`,
);

test("a transfer whose authorization a third party has used is executed once and is not a deposit", async () => {
  await using env = await openEnvironmentOn("base", await startBaseNode());
  const tenant = await openTenant(env);
  const { anna, bert } = tenant;
  await tenant.mint(anna, "10");
  await env.finish();
  const stranger = await env.node.newExternalIssuer(tenant.contract);
  const id = await tenant.transfer(anna, bert, "4");
  let isUsed = false;
  const engine = env.engine({
    checkpoint: async (point) => {
      if (point !== "marked-sent" || isUsed) return;
      isUsed = true;
      const row = await env.database.first(selectBytes);
      const { to, data } = parseTransaction(`0x${row?.bytes.toString("hex")}` as Hex);
      const copy = await stranger.sign({ to: to ?? "", data: data ?? "0x" });
      await env.node.nodes.call("eth_sendRawTransaction", [copy]);
      await env.node.advance(1);
    },
  });
  await turns(engine);
  expect(isUsed).toBe(true);
  // The outcome is final only once the authorization has expired, so advance the time.
  const later = Math.ceil(systemClock.now() / 1_000) + authorizationSeconds;
  await env.node.local.mine(5, later);
  await env.finish(engine);
  await turns(env.scanner());
  expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
  expect(await env.chain.balances(tenant.contract, [anna.address, bert.address])).toEqual([
    6_000_000n,
    4_000_000n,
  ]);
  await expectBooksAreChain(env, [tenant]);
});
