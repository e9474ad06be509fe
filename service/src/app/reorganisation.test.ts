import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectBooksAreChain } from "../../test/books-and-chain.ts";
import { type BaseNode, type EvmOutsider, startBaseNode } from "../../test/chain-nodes/base-node.ts";
import { openTenant, type Tenant } from "../../test/chain-tenant.ts";
import { type ChainWorld, openWorldOn, turns } from "../../test/chain-world.ts";
import { statement } from "../db/statement.ts";
import { localConfirmations } from "../sandbox/local-chains/local-chain-ids.ts";

const million = 1_000_000n;
let world: ChainWorld<BaseNode>;
let tenant: Tenant;
let outsider: EvmOutsider;

beforeAll(async () => {
  world = await openWorldOn("base", await startBaseNode());
  tenant = await openTenant(world);
  outsider = await world.node.newOutsider(tenant.contract);
  await tenant.mint(tenant.anna, "100");
  await tenant.mint(await tenant.addExternal(outsider.address), "100");
  await world.finish();
}, 60_000);

beforeEach(async () => {
  // From here on a block is made when a test says so, and all that is there is final.
  await world.node.setMoving(false);
  await mineToFinal();
  await turns(world.scanner());
  world.reports.length = 0;
});

afterAll(() => world.close());

const mine = (blocks: number): Promise<void> => world.node.local.mine(blocks);
const mineToFinal = (): Promise<void> => mine(localConfirmations + 1);
const heldOnChain = async (): Promise<bigint | undefined> =>
  (await world.chain.balances(tenant.contract, [tenant.anna.address]))[0];
const send = async (raw: string): Promise<void> => {
  await world.node.nodes.call("eth_sendRawTransaction", [raw]);
};

const selectStates = statement(`SELECT state FROM chain_deposits WHERE state <> 'credited' ORDER BY state`);
const openDeposits = async (): Promise<readonly string[]> =>
  (await world.database.rows<{ readonly state: string }>(selectStates)).map(({ state }) => state);

/** Blocks one by one with a look at each, until what they hold is final. */
async function mineAndScan(): Promise<void> {
  for (let block = 0; block <= localConfirmations; block += 1) {
    await mine(1);
    await world.scanner().turn();
  }
  await turns(world.scanner());
}

const expectAllEqual = (): Promise<void> => expectBooksAreChain(world, [tenant], [outsider.address]);

test("a deposit that the chain forgot is not credited, and is credited once when it comes again", async () => {
  const before = await heldOnChain();
  const payment = await outsider.signPayment(tenant.anna.address, 5n * million);
  await send(payment);
  await mine(1);
  await world.scanner().turn();
  expect(await openDeposits()).toEqual(["seen"]);
  await world.node.local.reorganize(1, "dropped");
  await mineAndScan();
  expect(await openDeposits()).toEqual([]);
  expect(await heldOnChain()).toBe(before);
  await expectAllEqual();

  await send(payment);
  await mineAndScan();
  expect(await heldOnChain()).toBe((before ?? 0n) + 5n * million);
  await expectAllEqual();
});

test("a deposit that comes again in an earlier block, behind another one, is credited once", async () => {
  const before = await heldOnChain();
  const neighbour = await world.node.newOutsider(tenant.contract);
  await send(await outsider.signPayment(neighbour.address, 2n * million));
  await mineAndScan();
  const payment = await outsider.signPayment(tenant.anna.address, 3n * million);
  await mine(1);
  await send(payment);
  await mine(1);
  await world.scanner().turn();
  expect(await openDeposits()).toEqual(["seen"]);
  await world.node.local.reorganize(2, "dropped");
  // Another one stands before it in its new block, so its place there is another.
  await send(await neighbour.signPayment(tenant.anna.address, 2n * million));
  await send(payment);
  await mineAndScan();
  expect(await openDeposits()).toEqual([]);
  expect(await heldOnChain()).toBe((before ?? 0n) + 5n * million);
  await expectAllEqual();
});

test.each(["kept", "dropped"] as const)(
  "a mint whose block was forgotten and whose transaction was %s is made once",
  async (fate) => {
    const supply = await world.chain.supply(tenant.contract);
    const id = await tenant.mint(tenant.anna, "9");
    const engine = world.engine();
    await turns(engine);
    await mine(1);
    await turns(engine);
    expect(await states()).toEqual(["included"]);
    await world.node.local.reorganize(1, fate);
    await turns(engine);
    expect(world.reports).toEqual([expect.objectContaining({ type: "forgotten" })]);
    expect(await tenant.show("mints", id)).toMatchObject({ status: "pending" });
    await mineToFinal();
    await turns(engine);
    expect(await tenant.show("mints", id)).toMatchObject({ status: "complete" });
    expect(await world.chain.supply(tenant.contract)).toBe(supply + 9n * million);
    await expectAllEqual();
  },
);

test("transfers whose blocks were dropped with all that waited are sent again, in their order", async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => tenant.transfer(tenant.anna, tenant.bert, "1")),
  );
  const engine = world.engine();
  await turns(engine);
  await mine(1);
  await turns(engine);
  expect(await states()).toEqual(ids.map(() => "included"));
  await world.node.local.reorganize(1, "dropped");
  await turns(engine);
  await mineToFinal();
  await turns(engine);
  for (const id of ids) expect(await tenant.show("transfers", id)).toMatchObject({ status: "complete" });
  await expectAllEqual();
});

const selectOpen = statement(`SELECT state FROM chain_work WHERE state NOT IN ('done', 'failed')`);
const states = async (): Promise<readonly string[]> =>
  (await world.database.rows<{ readonly state: string }>(selectOpen)).map(({ state }) => state);
