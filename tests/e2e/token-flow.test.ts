import { describe, expect, test } from "vitest";
import { expectBooksAreChain } from "../../service/test/books-and-chain.ts";
import { environmentChains, openChainEnvironment } from "../../service/test/chain-environment.ts";
import { openTenant } from "../../service/test/chain-tenant.ts";
import { booksOf } from "../../service/test/token-movements.ts";

const units = (whole: number): bigint => BigInt(whole) * 1_000_000n;

describe.each(environmentChains)("%s", (chain) => {
  test("tokens issued, minted, moved and burned through the API match on the chain and in the ledger", async () => {
    await using env = await openChainEnvironment(chain);
    const tenant = await openTenant(env);
    const { anna, bert, contract } = tenant;
    const externalIssuer = await env.node.newExternalIssuer(contract);
    const outside = await tenant.addExternal(externalIssuer.address);

    const minted = await tenant.mint(anna, "1000");
    await env.finish();
    const inside = await tenant.transfer(anna, bert, "250");
    const gone = await tenant.transfer(anna, outside, "100");
    const burned = await tenant.burn(anna, "50");
    await env.finish();

    expect(await env.chain.balances(contract, [anna.address, bert.address, outside.address])).toEqual(
      [600, 250, 100].map(units),
    );
    expect(await env.chain.supply(contract)).toBe(units(950));
    expect(await booksOf(env.database, tenant.client.accountId)).toEqual({
      [`wallet/${anna.id}/${chain}/${tenant.valueType}`]: { posted: units(600), held: 0n },
      [`wallet/${bert.id}/${chain}/${tenant.valueType}`]: { posted: units(250), held: 0n },
      [`external//${chain}/${tenant.valueType}`]: { posted: units(100), held: 0n },
      [`supply/${tenant.tokenId}/${chain}/${tenant.valueType}`]: { posted: -units(950), held: 0n },
    });
    await expectBooksAreChain(env, [tenant], [externalIssuer.address]);

    const shown = [
      await tenant.show("mints", minted),
      await tenant.show("transfers", inside),
      await tenant.show("transfers", gone),
      await tenant.show("burns", burned),
    ];
    expect(shown.map(({ status, failure }) => ({ status, failure }))).toEqual(
      shown.map(() => ({ status: "complete", failure: null })),
    );
    const transactionIds = shown.map(({ source, destination }) => (source ?? destination)?.transaction_id);
    expect(new Set(transactionIds).size).toBe(4);
    expect(transactionIds).not.toContain(null);
    expect(env.reports).toEqual([]);
    expect(env.errors).toEqual([]);
  });
});
