import {
  Account,
  FeeBumpTransaction,
  Keypair,
  Memo,
  MuxedAccount,
  Operation,
  TransactionBuilder,
} from "@stellar/stellar-base";
import { afterAll, assert, beforeAll, expect, test } from "vitest";
import { openStellarEnvironment, type StellarEnvironment } from "../../../test/stellar-environment.ts";
import { ChainDisagreementError, ChainUnavailableError, type MintOperation } from "../chain.ts";
import type { KeyRef } from "../signer.ts";
import { createStellarChain } from "./create-stellar-chain.ts";
import { openChannels } from "./open-channels.ts";
import { assetOf } from "./stellar-asset.ts";

let env: StellarEnvironment;
const issuer: KeyRef = { role: "issuer", index: 1 };
let contract = "";
let references = 0;

beforeAll(async () => {
  env = await openStellarEnvironment();
  const naming = { name: "Suite Dollar", symbol: "SUSD", reference: "deploy" };
  const sent = await env.prepare({ kind: "deploy", issuer, authority: "platform", ...naming });
  await env.settle(sent);
  contract = sent.prepared.contract ?? "";
});
afterAll(() => env.close());

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

const muxedAddressOf = (account: string, id: string) =>
  new MuxedAccount(new Account(account, "0"), id).accountId();

test("an external address that is not ready is rejected by the check and by the chain", async () => {
  const externalAddress = { address: Keypair.random().publicKey() };
  const [decision] = await env.chain.check([mint(externalAddress, 1n)]);
  expect(decision).toMatchObject({ ok: false, reason: "destination_not_ready" });
  const status = await env.settle(await env.prepare(mint(externalAddress, 1n)));
  expect(status).toMatchObject({ outcome: { ok: false, reason: "destination_not_ready" } });
});

test("payments to the issuer or with amounts out of range are rejected", async () => {
  const holder = await env.newHolder();
  const outcomes = await env.chain.check([
    mint({ address: await env.addressOf(issuer) }, 1n),
    mint(holder, 10n ** 18n),
    mint(holder, 0n),
  ]);
  expect(outcomes.map((decision) => decision.ok || decision.reason)).toEqual([
    "rejected",
    "rejected",
    "rejected",
  ]);
});

test("of two first mints to one address, one opens it, and the other succeeds when prepared again", async () => {
  const holder = await env.newHolder();
  const [first, second] = [mint(holder, 3n), mint(holder, 4n)];
  const winner = await env.prepare(first, 0);
  const loser = await env.prepare(second, 1);
  await env.chain.broadcast(winner.prepared.bytes);
  expect(await env.settle(loser)).toMatchObject({
    outcome: { ok: false, reason: "destination_not_ready" },
  });
  expect(await env.settle(await env.prepare(second, 1))).toMatchObject({ outcome: { ok: true } });
  expect(await env.chain.balances(contract, [holder.address])).toEqual([7n]);
});

test("a replacement supersedes a pending transaction, and only one of them takes effect", async () => {
  const holder = await env.newHolder();
  await env.settle(await env.prepare(mint(holder, 1n)));
  const operation = mint(holder, 5n);
  const slow = await env.prepare(operation);
  await env.chain.broadcast(slow.prepared.bytes);
  const quick = await env.prepare(operation, 0, slow.prepared.fee);
  expect(quick.prepared.transactionId).not.toBe(slow.prepared.transactionId);
  expect(await env.settle(quick)).toMatchObject({ state: "included", outcome: { ok: true } });
  const [status] = await env.chain.statuses([{ ...slow.prepared, senderQueue: slow.senderQueue }]);
  expect(status).toEqual({ state: "replaced" });
  expect(await env.chain.balances(contract, [holder.address])).toEqual([6n]);
});

test("a transaction uses exactly its own sequence number and cannot overtake the previous one", async () => {
  const holder = await env.newHolder();
  const senderQueue = await env.senderQueue(0);
  const ahead = { ...senderQueue, sequence: (senderQueue.sequence ?? 0n) + 1n };
  const early = await env.chain.prepare(mint(holder, 1n), ahead);
  expect(await env.settle({ prepared: early, senderQueue: ahead })).toEqual({ state: "absent" });
  expect(await env.chain.balances(contract, [holder.address])).toEqual([0n]);
});

test("malformed and tampered transactions are rejected", async () => {
  const { prepared } = await env.prepare(mint(await env.newHolder(), 1n));
  expect(await env.chain.broadcast(new Uint8Array([1, 2, 3]))).toMatchObject({ response: "rejected" });
  const changed = prepared.bytes.slice();
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(await env.chain.broadcast(changed)).toMatchObject({ response: "rejected" });
});

test("a deposit is truncated to six decimals, and dust is not found at all", async () => {
  const [sender, holder] = [await env.local.newExternalIssuer(), await env.newHolder()];
  await env.local.trust(sender, assetOf(contract));
  await env.settle(await env.prepare(mint({ address: sender.publicKey() }, 5_000_000n)));
  await env.settle(await env.prepare(mint(holder, 1n)));
  const request = { contracts: [contract], holders: [] };
  const { final } = await env.chain.scan({ ...request, after: undefined });
  const pay = (amount: string) =>
    Operation.payment({ destination: holder.address, asset: assetOf(contract), amount });
  await env.local.send([sender], [pay("1.0000019"), pay("0.0000009")]);
  const { transfers } = await env.chain.scan({ ...request, after: final });
  expect(transfers).toMatchObject([{ to: holder.address, from: sender.publicKey(), units: 1_000_001n }]);
});

test("a deposit with a memo or to a muxed address is that of its account", async () => {
  const [sender, holder] = [await env.local.newExternalIssuer(), await env.newHolder()];
  await env.local.trust(sender, assetOf(contract));
  await env.settle(await env.prepare(mint({ address: sender.publicKey() }, 5_000_000n)));
  await env.settle(await env.prepare(mint(holder, 1n)));
  const request = { contracts: [contract], holders: [] };
  const { final } = await env.chain.scan({ ...request, after: undefined });
  const pay = (destination: string) =>
    Operation.payment({ destination, asset: assetOf(contract), amount: "2" });
  await env.local.send([sender], [pay(holder.address)], { memo: Memo.text("4711") });
  await env.local.send([sender], [pay(muxedAddressOf(holder.address, "4711"))]);
  const { transfers } = await env.chain.scan({ ...request, after: final });
  const deposit = { to: holder.address, from: sender.publicKey(), units: 2_000_000n };
  expect(transfers).toMatchObject([deposit, deposit]);
});

test("a payment to a customer of an exchange names its muxed id, and needs no memo", async () => {
  const exchange = await env.local.newExternalIssuer();
  await env.local.trust(exchange, assetOf(contract));
  await env.local.send([exchange], [Operation.manageData({ name: "config.memo_required", value: "1" })]);
  const to = exchange.publicKey();
  const muxedTo = muxedAddressOf(to, "18446744073709551615");
  const bare = mint({ address: to }, 3n);
  expect(await env.chain.check([bare, { ...bare, muxedTo }])).toMatchObject([
    { ok: false, reason: "memo_required" },
    { ok: true },
  ]);
  const { prepared, senderQueue } = await env.prepare({ ...bare, muxedTo });
  expect(await env.settle({ prepared, senderQueue })).toMatchObject({ outcome: { ok: true } });
  const read = TransactionBuilder.fromXDR(
    Buffer.from(prepared.bytes).toString("base64"),
    env.local.passphrase,
  );
  assert(read instanceof FeeBumpTransaction);
  expect(read.innerTransaction.operations).toMatchObject([{ destination: muxedTo }]);
  expect(read.innerTransaction.memo.type).toBe("none");
});

test("more tokens than one call allows are scanned together", async () => {
  const others = Array.from({ length: 60 }, () => `OTHER:${Keypair.random().publicKey()}`);
  const request = { contracts: [...others, contract], holders: [] };
  const { final } = await env.chain.scan({ ...request, after: undefined });
  const holder = await env.newHolder();
  await env.settle(await env.prepare(mint(holder, 8n)));
  const { transfers } = await env.chain.scan({ ...request, after: final });
  expect(transfers).toMatchObject([{ contract, to: holder.address, units: 8n }]);
});

test("concurrent and repeated calls create each channel account once", async () => {
  const options = { ...env.local, signer: env.signer, channels: 20, pauseMs: 5 };
  await env.local.setClosing(true);
  await Promise.all([openChannels(options), openChannels(options)]);
  await openChannels(options);
  await env.local.setClosing(false);
  expect((await env.senderQueue(19)).sequence).toBeDefined();
  expect(await env.chain.gasBalance((await env.senderQueue(19)).address)).toBe(0n);
});

test("channel accounts are not created on another network than the configured one", async () => {
  const options = { ...env.local, signer: env.signer, channels: 1, pauseMs: 5 };
  await expect(openChannels({ ...options, passphrase: "another" })).rejects.toThrow(ChainDisagreementError);
});

test("a channel account that does not exist has no sequence number", async () => {
  await expect(env.senderQueue(99)).rejects.toThrow(ChainUnavailableError);
});

test("without Horizon the supply cannot be read", async () => {
  const { local, signer } = env;
  const key = { network: "testnet", chain: "stellar" } as const;
  const chain = createStellarChain({ ...local, key, signer, channels: 1, horizon: undefined });
  await expect(chain.supply(contract)).rejects.toThrow("Horizon");
});

test("the simulator names itself", async () => {
  expect((await env.chain.head()).node).toContain("double");
});
