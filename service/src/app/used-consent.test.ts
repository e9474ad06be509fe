import type { Hex } from "viem";
import { parseTransaction } from "viem/utils";
import { expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { startBaseNode } from "../../test/chain-nodes/base-node.ts";
import { openTenant } from "../../test/chain-tenant.ts";
import { openWorldOn, turns } from "../../test/chain-world.ts";
import { statement } from "../db/statement.ts";
import { systemClock } from "../kernel/instant.ts";

const consentSeconds = 1_800;
const selectBytes = statement(`SELECT bytes FROM chain_attempts WHERE state = 'sent'`);

test("a transfer whose consent somebody else has used before us is done once and no deposit", async () => {
  await using world = await openWorldOn("base", await startBaseNode());
  const tenant = await openTenant(world);
  const { anna, bert } = tenant;
  await tenant.mint(anna, "10");
  await world.finish();
  const stranger = await world.node.newOutsider(tenant.contract);
  const id = await tenant.transfer(anna, bert, "4");
  let isUsed = false;
  const engine = world.engine({
    checkpoint: async (point) => {
      if (point !== "marked-sent" || isUsed) return;
      isUsed = true;
      const row = await world.database.first<{ readonly bytes: Buffer }>(selectBytes);
      const { to, data } = parseTransaction(`0x${row?.bytes.toString("hex")}` as Hex);
      const copy = await stranger.sign({ to: to ?? "", data: data ?? "0x" });
      await world.node.nodes.call("eth_sendRawTransaction", [copy]);
      await world.node.advance(1);
    },
  });
  await turns(engine);
  expect(isUsed).toBe(true);
  // While the consent could be used, the last word is not spoken; so its time passes.
  const later = Math.ceil(systemClock.now() / 1_000) + consentSeconds;
  await world.node.local.mine(5, later);
  await world.finish(engine);
  await turns(world.scanner());
  expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
  expect(await world.chain.balances(tenant.contract, [anna.address, bert.address])).toEqual([
    6_000_000n,
    4_000_000n,
  ]);
  await expectBooksAreChain(world, [tenant]);
});
