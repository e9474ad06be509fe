import { describe, expect, test } from "vitest";
import { scanCheckpoints } from "../../service/src/chains/deposits/scan-deposits.ts";
import { expectBooksAreChain } from "../../service/test/books-and-chain.ts";
import {
  environmentChains,
  openChainEnvironment,
  turns,
  untilSo,
} from "../../service/test/chain-environment.ts";
import { openTenant } from "../../service/test/chain-tenant.ts";
import { killPoint, workToDeath } from "../../service/test/kill-point.ts";
import { isLong } from "../../service/test/scale.ts";

/** The engines are killed on solana, the processes on base. */
const chains = isLong ? environmentChains : (["stellar"] as const);
const million = 1_000_000n;

describe.each(chains)("%s", (chain) => {
  test("a scanner that is killed at any kill point credits each deposit once", async () => {
    await using env = await openChainEnvironment(chain);
    const tenant = await openTenant(env);
    const { anna, contract } = tenant;
    const externalIssuer = await env.node.newExternalIssuer(contract);
    await tenant.mint(anna, "1");
    await tenant.mint(await tenant.addExternal(externalIssuer.address), "100");
    await env.finish();
    let expected = million;
    for (const point of scanCheckpoints) {
      for (const visit of [1, 2, 3]) {
        await externalIssuer.pay(anna.address, million);
        expected += million;
        const toKill = killPoint(point, visit);
        await workToDeath(env.scanner({ checkpoint: toKill.checkpoint }), toKill);
        await untilSo(async () => {
          await turns(env.scanner());
          expect(await env.chain.balances(contract, [anna.address])).toEqual([expected]);
          await expectBooksAreChain(env, [tenant], [externalIssuer.address]);
        });
      }
    }
  });
});
