import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { localConfirmations } from "../../service/src/chains/local-chains.ts";
import { statement } from "../../service/src/db/statement.ts";
import { expectBooksAreChain } from "../../service/test/books-and-chain.ts";
import { type ChainEnvironment, openEnvironmentOn, turns } from "../../service/test/chain-environment.ts";
import {
  type BaseNode,
  type EvmExternalIssuer,
  startBaseNode,
} from "../../service/test/chain-nodes/base-node.ts";
import { openTenant, type Tenant } from "../../service/test/chain-tenant.ts";

const million = 1_000_000n;
let env: ChainEnvironment<BaseNode>;
let tenant: Tenant;
let externalIssuer: EvmExternalIssuer;

beforeAll(async () => {
  env = await openEnvironmentOn("base", await startBaseNode());
  tenant = await openTenant(env);
  externalIssuer = await env.node.newExternalIssuer(tenant.contract);
  await tenant.mint(tenant.anna, "100");
  await tenant.mint(await tenant.addExternal(externalIssuer.address), "100");
  await env.finish();
});

beforeEach(async () => {
  // From here on only the tests mine blocks, and all existing blocks are final.
  await env.node.setMoving(false);
  await mineToFinal();
  await turns(env.scanner());
  env.reports.length = 0;
});

afterAll(() => env.close());

const mine = (blocks: number): Promise<void> => env.node.local.mine(blocks);
const mineToFinal = (): Promise<void> => mine(localConfirmations + 1);
const heldOnChain = async (): Promise<bigint | undefined> =>
  (await env.chain.balances(tenant.contract, [tenant.anna.address]))[0];
const send = async (raw: string): Promise<void> => {
  await env.node.nodes.call("eth_sendRawTransaction", [raw]);
};

const selectStates = statement<{ readonly state: string }>(
  `SELECT state FROM chain_deposits WHERE state <> 'credited' ORDER BY state`,
);
const openDeposits = async (): Promise<readonly string[]> =>
  (await env.database.rows(selectStates)).map(({ state }) => state);

/** Mines and scans block by block until their content is final. */
async function mineAndScan(): Promise<void> {
  for (let block = 0; block <= localConfirmations; block += 1) {
    await mine(1);
    await env.scanner().turn();
  }
  await turns(env.scanner());
}

const expectAllEqual = (): Promise<void> => expectBooksAreChain(env, [tenant], [externalIssuer.address]);

test("a reorged deposit is not credited, and is credited once when it is included again", async () => {
  const before = await heldOnChain();
  const payment = await externalIssuer.signPayment(tenant.anna.address, 5n * million);
  await send(payment);
  await mine(1);
  await env.scanner().turn();
  expect(await openDeposits()).toEqual(["seen"]);
  await env.node.local.reorganize(1, "dropped");
  await mineAndScan();
  expect(await openDeposits()).toEqual([]);
  expect(await heldOnChain()).toBe(before);
  await expectAllEqual();

  await send(payment);
  await mineAndScan();
  expect(await heldOnChain()).toBe((before ?? 0n) + 5n * million);
  await expectAllEqual();
});

test("a reorged deposit that is included again in an earlier block, after another one, is credited once", async () => {
  const before = await heldOnChain();
  const neighbour = await env.node.newExternalIssuer(tenant.contract);
  await send(await externalIssuer.signPayment(neighbour.address, 2n * million));
  await mineAndScan();
  const payment = await externalIssuer.signPayment(tenant.anna.address, 3n * million);
  await mine(1);
  await send(payment);
  await mine(1);
  await env.scanner().turn();
  expect(await openDeposits()).toEqual(["seen"]);
  await env.node.local.reorganize(2, "dropped");
  // Another transaction precedes it in the new block, so its log index changes.
  await send(await neighbour.signPayment(tenant.anna.address, 2n * million));
  await send(payment);
  await mineAndScan();
  expect(await openDeposits()).toEqual([]);
  expect(await heldOnChain()).toBe((before ?? 0n) + 5n * million);
  await expectAllEqual();
});

test.each(["kept", "dropped"] as const)(
  "a mint whose block was reorged and whose transaction was %s is executed once",
  async (fate) => {
    const supply = await env.chain.supply(tenant.contract);
    const id = await tenant.mint(tenant.anna, "9");
    const engine = env.engine();
    await turns(engine);
    await mine(1);
    await turns(engine);
    expect(await states()).toEqual(["included"]);
    await env.node.local.reorganize(1, fate);
    await turns(engine);
    expect(env.reports).toEqual([expect.objectContaining({ type: "reorged" })]);
    expect(await tenant.show("mints", id)).toMatchObject({ status: "pending" });
    await mineToFinal();
    await turns(engine);
    expect(await tenant.show("mints", id)).toMatchObject({ status: "complete" });
    expect(await env.chain.supply(tenant.contract)).toBe(supply + 9n * million);
    await expectAllEqual();
  },
);

test("transfers whose blocks and pending transactions were dropped are sent again, in order", async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => tenant.transfer(tenant.anna, tenant.bert, "1")),
  );
  const engine = env.engine();
  await turns(engine);
  await mine(1);
  await turns(engine);
  expect(await states()).toEqual(ids.map(() => "included"));
  await env.node.local.reorganize(1, "dropped");
  await turns(engine);
  await mineToFinal();
  await turns(engine);
  for (const id of ids) expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
  await expectAllEqual();
});

const selectOpen = statement<{ readonly state: string }>(
  `SELECT state FROM chain_work WHERE state NOT IN ('done', 'failed')`,
);
const states = async (): Promise<readonly string[]> =>
  (await env.database.rows(selectOpen)).map(({ state }) => state);
