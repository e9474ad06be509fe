import { describe, expect, test } from "vitest";
import { checkpoints } from "../../service/src/chains/engine/engine-deps.ts";
import { expectBooksAreChain } from "../../service/test/books-and-chain.ts";
import {
  type ChainEnvironment,
  environmentChains,
  openChainEnvironment,
} from "../../service/test/chain-environment.ts";
import { openTenant, type Plural, type Tenant } from "../../service/test/chain-tenant.ts";
import { type KillPoint, killPoint, workToDeath } from "../../service/test/kill-point.ts";
import { isLong } from "../../service/test/scale.ts";

/** The processes are killed on base, the scanners on stellar. */
const chains = isLong ? environmentChains : (["solana"] as const);

interface Move {
  readonly plural: Plural;
  readonly id: string;
}

/** A mint, and transfers of existing tokens. */
async function moveSome({ mint, transfer, anna, bert }: Tenant): Promise<readonly Move[]> {
  const ids = await Promise.all([mint(anna, "7"), transfer(anna, bert, "3"), transfer(bert, anna, "2")]);
  return ids.map((id, place) => ({ plural: place === 0 ? "mints" : "transfers", id }));
}

/** Kills one engine while moves are in flight and finishes with another; returns the moves. */
async function killAndContinue(
  env: ChainEnvironment,
  tenant: Tenant,
  toKill: KillPoint,
): Promise<readonly Move[]> {
  const moves = [...(await moveSome(tenant))];
  // More work arrives, so that kill points that work passes once are reached again.
  const feed = async (): Promise<void> => {
    if ((await env.openWork()).length === 0) moves.push(...(await moveSome(tenant)));
  };
  await workToDeath(env.engine({ checkpoint: toKill.checkpoint }), toKill, feed);
  await env.finish();
  for (const { plural, id } of moves) {
    expect(await tenant.show(plural, id)).toMatchObject({ status: "complete" });
  }
  return moves;
}

describe.each(chains)("%s", (chain) => {
  test("an engine that is killed at any kill point mints nothing twice and loses no transfer", async () => {
    await using env = await openChainEnvironment(chain);
    const tenant = await openTenant(env);
    await Promise.all([tenant.mint(tenant.anna, "100"), tenant.mint(tenant.bert, "100")]);
    await env.finish();
    let minted = 200n;
    for (const point of checkpoints) {
      for (const visit of [1, 2]) {
        const moves = await killAndContinue(env, tenant, killPoint(point, visit));
        minted += 7n * BigInt(moves.filter(({ plural }) => plural === "mints").length);
        expect(await env.chain.supply(tenant.contract)).toBe(minted * 1_000_000n);
      }
      await expectBooksAreChain(env, [tenant]);
    }
  });
});
