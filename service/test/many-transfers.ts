import { expect } from "vitest";
import { statement } from "../src/db/statement.ts";
import { expectBooksAreChain } from "./books-and-chain.ts";
import { type EnvironmentChain, openChainEnvironment } from "./chain-environment.ts";
import { openTenant } from "./chain-tenant.ts";
import { sizeOf } from "./scale.ts";

/** More than one batch of the engine and more than one block, also in `npm test`. */
export const manyTransfers = sizeOf("MANY_TRANSFERS", { usual: 50, long: 500 });

const selectWork = statement(`
  SELECT state, count(*)::int AS count FROM chain_work WHERE operation ->> 'kind' = 'transfer' GROUP BY state`);
const selectMovements = statement(`
  SELECT status, count(*)::int AS count FROM transfers WHERE resource = 'token_transfer' GROUP BY status`);

/** This many transfers are requested through the API at once, and all complete. */
export async function moveManyAtOnce(chain: EnvironmentChain, count: number): Promise<void> {
  await using env = await openChainEnvironment(chain);
  const tenant = await openTenant(env);
  const { anna, bert } = tenant;
  await tenant.mint(anna, `${count}`);
  await tenant.mint(bert, "1");
  await env.finish();
  await Promise.all(Array.from({ length: count }, () => tenant.transfer(anna, bert, "1")));
  await env.finish();
  expect(await env.database.rows(selectWork)).toEqual([{ state: "done", count }]);
  expect(await env.database.rows(selectMovements)).toEqual([{ status: "complete", count }]);
  expect(env.reports.filter(({ type }) => type === "failed" || type === "rejected")).toEqual([]);
  expect(await env.chain.balances(tenant.contract, [anna.address, bert.address])).toEqual([
    0n,
    BigInt(count + 1) * 1_000_000n,
  ]);
  await expectBooksAreChain(env, [tenant]);
}
