import { Keypair, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStellarWorld, type StellarWorld } from "../../../test/stellar-world.ts";
import { ChainDisagreementError, ChainUnavailableError, type MintOperation } from "../chain.ts";
import type { KeyRef } from "../signer.ts";
import { createStellarChain } from "./create-stellar-chain.ts";
import { openChannels } from "./open-channels.ts";
import { assetOf } from "./stellar-asset.ts";

let world: StellarWorld;
const issuer: KeyRef = { duty: "issuer", index: 1 };
let contract = "";
let references = 0;

beforeAll(async () => {
  world = await openStellarWorld();
  const naming = { name: "Suite Dollar", symbol: "SUSD", reference: "deploy" };
  const sent = await world.prepare({ kind: "deploy", issuer, authority: "platform", ...naming });
  await world.settle(sent);
  contract = sent.prepared.contract ?? "";
});
afterAll(() => world.close());

function mint(holder: { readonly address: string; readonly key?: KeyRef }, units: bigint): MintOperation {
  references += 1;
  const { address: to, key: toKey } = holder;
  const where = {
    contract,
    issuer,
    authority: "platform",
    to,
    ...(toKey === undefined ? {} : { toKey }),
  } as const;
  return { kind: "mint", reference: `mint-${references}`, ...where, units };
}

test("an address of others that is not ready is refused before anything is signed, and by the chain", async () => {
  const stranger = { address: Keypair.random().publicKey() };
  const [verdict] = await world.chain.check([mint(stranger, 1n)]);
  expect(verdict).toMatchObject({ ok: false, reason: "destination_not_ready" });
  const status = await world.settle(await world.prepare(mint(stranger, 1n)));
  expect(status).toMatchObject({ outcome: { ok: false, reason: "destination_not_ready" } });
});

test("tokens are not sent to their own issuer, nor in amounts that Stellar cannot count", async () => {
  const holder = await world.newHolder();
  const verdicts = await world.chain.check([
    mint({ address: await world.addressOf(issuer) }, 1n),
    mint(holder, 10n ** 18n),
    mint(holder, 0n),
  ]);
  expect(verdicts.map((verdict) => verdict.ok || verdict.reason)).toEqual([
    "rejected",
    "rejected",
    "rejected",
  ]);
});

test("two first mints to one address: one opens it, the other moves nothing and succeeds when prepared again", async () => {
  const holder = await world.newHolder();
  const [first, second] = [mint(holder, 3n), mint(holder, 4n)];
  const winner = await world.prepare(first, 0);
  const loser = await world.prepare(second, 1);
  await world.chain.broadcast(winner.prepared.bytes);
  expect(await world.settle(loser)).toMatchObject({
    outcome: { ok: false, reason: "destination_not_ready" },
  });
  expect(await world.settle(await world.prepare(second, 1))).toMatchObject({ outcome: { ok: true } });
  expect(await world.chain.balances(contract, [holder.address])).toEqual([7n]);
});

test("a replacement takes the place of what waits, and only one of them happens", async () => {
  const holder = await world.newHolder();
  await world.settle(await world.prepare(mint(holder, 1n)));
  const operation = mint(holder, 5n);
  const slow = await world.prepare(operation);
  await world.chain.broadcast(slow.prepared.bytes);
  const quick = await world.prepare(operation, 0, slow.prepared.fee);
  expect(quick.prepared.transactionId).not.toBe(slow.prepared.transactionId);
  expect(await world.settle(quick)).toMatchObject({ state: "included", outcome: { ok: true } });
  const [status] = await world.chain.statuses([{ ...slow.prepared, lane: slow.lane }]);
  expect(status).toEqual({ state: "replaced" });
  expect(await world.chain.balances(contract, [holder.address])).toEqual([6n]);
});

test("a transaction takes exactly its own sequence and cannot overtake the one before it", async () => {
  const holder = await world.newHolder();
  const lane = await world.lane(0);
  const ahead = { ...lane, sequence: (lane.sequence ?? 0n) + 1n };
  const early = await world.chain.prepare(mint(holder, 1n), ahead);
  expect(await world.settle({ prepared: early, lane: ahead })).toEqual({ state: "absent" });
  expect(await world.chain.balances(contract, [holder.address])).toEqual([0n]);
});

test("bytes that are no transaction are rejected, and so is one that somebody changed", async () => {
  const { prepared } = await world.prepare(mint(await world.newHolder(), 1n));
  expect(await world.chain.broadcast(new Uint8Array([1, 2, 3]))).toMatchObject({ answer: "rejected" });
  const changed = prepared.bytes.slice();
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(await world.chain.broadcast(changed)).toMatchObject({ answer: "rejected" });
});

test("a deposit with a seventh decimal is found without it, and dust is not found at all", async () => {
  const [sender, holder] = [await world.local.newOutsider(), await world.newHolder()];
  await world.local.trust(sender, assetOf(contract));
  await world.settle(await world.prepare(mint({ address: sender.publicKey() }, 5_000_000n)));
  await world.settle(await world.prepare(mint(holder, 1n)));
  const request = { contracts: [contract], holders: [] };
  const { final } = await world.chain.scan({ ...request, after: undefined });
  const pay = (amount: string) =>
    Operation.payment({ destination: holder.address, asset: assetOf(contract), amount });
  await world.local.send([sender], [pay("1.0000019"), pay("0.0000009")]);
  const { transfers } = await world.chain.scan({ ...request, after: final });
  expect(transfers).toMatchObject([{ to: holder.address, from: sender.publicKey(), units: 1_000_001n }]);
});

test("more tokens than one question can name are scanned together", async () => {
  const others = Array.from({ length: 60 }, () => `OTHER:${Keypair.random().publicKey()}`);
  const request = { contracts: [...others, contract], holders: [] };
  const { final } = await world.chain.scan({ ...request, after: undefined });
  const holder = await world.newHolder();
  await world.settle(await world.prepare(mint(holder, 8n)));
  const { transfers } = await world.chain.scan({ ...request, after: final });
  expect(transfers).toMatchObject([{ contract, to: holder.address, units: 8n }]);
});

test("channels are opened once, however often and by however many it is asked", async () => {
  const options = { ...world.local, signer: world.signer, channels: 20, pauseMs: 5 };
  await world.local.setClosing(true);
  await Promise.all([openChannels(options), openChannels(options)]);
  await openChannels(options);
  await world.local.setClosing(false);
  expect((await world.lane(19)).sequence).toBeDefined();
  expect(await world.chain.gasBalance((await world.lane(19)).address)).toBe(0n);
});

test("channels are not opened on a network that is not the configured one", async () => {
  const options = { ...world.local, signer: world.signer, channels: 1, pauseMs: 5 };
  await expect(openChannels({ ...options, passphrase: "another" })).rejects.toThrow(ChainDisagreementError);
});

test("a channel that was not opened has no sequence yet", async () => {
  await expect(world.lane(99)).rejects.toThrow(ChainUnavailableError);
});

test("without a Horizon the supply cannot be told", async () => {
  const { local, signer } = world;
  const key = { network: "testnet", chain: "stellar" } as const;
  const chain = createStellarChain({ ...local, key, signer, channels: 1, horizon: undefined });
  await expect(chain.supply(contract)).rejects.toThrow("Horizon");
});

test("the node in use is named, and is called a double", async () => {
  expect((await world.chain.head()).node).toContain("double");
});
