import { Operation, type xdr } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStellarWorld, type StellarWorld } from "../../../test/stellar-world.ts";
import type { BroadcastVerdict } from "../chain.ts";
import type { KeyDuty, KeyRef } from "../signer.ts";
import { buildTransaction } from "./build-transaction.ts";
import { readEntries } from "./ledger-entries.ts";
import { addSignatures } from "./sign-transaction.ts";
import { assetOf } from "./stellar-asset.ts";

let world: StellarWorld;
const issuerKey: KeyRef = { duty: "issuer", index: 1 };
const outsideIssuerKey: KeyRef = { duty: "issuer", index: 2 };
let contract = "";
let outsideContract = "";

beforeAll(async () => {
  world = await openStellarWorld();
  contract = await deploy(issuerKey, "platform");
  outsideContract = await deploy(outsideIssuerKey, "outsider");
});
afterAll(() => world.close());

async function deploy(issuer: KeyRef, authority: "platform" | "outsider"): Promise<string> {
  const naming = { name: "Suite Dollar", symbol: "susd", reference: `deploy-${issuer.index}` };
  const sent = await world.prepare({ kind: "deploy", issuer, authority, ...naming });
  expect(await world.settle(sent)).toMatchObject({ outcome: { ok: true } });
  return sent.prepared.contract ?? "";
}

/** What a node says to an operation of the issuer that these keys sign, and nobody else. */
async function attempt(
  duties: readonly KeyDuty[],
  operation: (issuer: string) => xdr.Operation,
  key: KeyRef = issuerKey,
): Promise<BroadcastVerdict> {
  const issuer = await world.addressOf(key);
  const { latestLedger } = await readEntries(world.local.nodes, { accounts: [issuer], trustlines: [] });
  const transaction = buildTransaction({
    source: await world.addressOf({ duty: "gas", index: 0 }),
    sequence: await gasSequence(),
    operations: [operation(issuer)],
    fee: "100",
    maxLedger: latestLedger + 10,
    passphrase: world.local.passphrase,
  });
  const keys = duties.map((duty) => (duty === "issuer" ? key : { duty, index: 0 }));
  await addSignatures(transaction, world.signer, [{ duty: "gas", index: 0 }, ...keys]);
  const verdict = await world.chain.broadcast(new Uint8Array(transaction.toEnvelope().toXDR()));
  await world.local.advance();
  return verdict;
}

async function gasSequence(): Promise<bigint> {
  const gas = await world.addressOf({ duty: "gas", index: 0 });
  const entries = await readEntries(world.local.nodes, { accounts: [gas], trustlines: [] });
  return (entries.account(gas)?.sequence ?? 0n) + 1n;
}

const refused = { answer: "rejected", detail: "txFailed: opBadAuth" };
const accepted = { answer: "accepted" };

const pay = async (): Promise<(issuer: string) => xdr.Operation> => {
  const holder = await world.local.newOutsider();
  await world.local.trust(holder, assetOf(contract));
  return (source) =>
    Operation.payment({ destination: holder.publicKey(), asset: assetOf(contract), amount: "1", source });
};
const freeze = async (): Promise<(issuer: string) => xdr.Operation> => {
  const holder = await world.local.newOutsider();
  await world.local.trust(holder, assetOf(contract));
  const trustor = holder.publicKey();
  return (source) =>
    Operation.setTrustLineFlags({ trustor, asset: assetOf(contract), flags: { authorized: false }, source });
};
const addSigner =
  (ed25519PublicKey: string) =>
  (source: string): xdr.Operation =>
    Operation.setOptions({ signer: { ed25519PublicKey, weight: 9 }, source });

test("the asset is named after the symbol in capitals and the issuer's account", async () => {
  expect(contract).toBe(`SUSD:${await world.addressOf(issuerKey)}`);
});

test("the freezer freezes and cannot mint", async () => {
  expect(await attempt(["freezer"], await freeze())).toEqual(accepted);
  expect(await attempt(["freezer"], await pay())).toEqual(refused);
});

test("the minter mints and cannot change who signs, not even with the freezer", async () => {
  const thief = (await world.local.newOutsider()).publicKey();
  expect(await attempt(["minter"], await pay())).toEqual(accepted);
  expect(await attempt(["minter"], addSigner(thief))).toEqual(refused);
  expect(await attempt(["minter", "freezer"], addSigner(thief))).toEqual(refused);
});

test("the issuer's own key can do nothing once the token stands", async () => {
  expect(await attempt(["issuer"], await freeze())).toEqual(refused);
  expect(await attempt(["issuer"], await pay())).toEqual(refused);
});

test("the deployer administers", async () => {
  const successor = (await world.local.newOutsider()).publicKey();
  expect(await attempt(["deployer"], addSigner(successor))).toEqual(accepted);
});

test("a token of an outsider obeys the outsider and none of the platform's keys", async () => {
  const holder = await world.local.newOutsider();
  const asset = assetOf(outsideContract);
  await world.local.trust(holder, asset);
  const payment = (source: string): xdr.Operation =>
    Operation.payment({ destination: holder.publicKey(), asset, amount: "1", source });
  expect(await attempt(["minter"], payment, outsideIssuerKey)).toEqual(refused);
  expect(await attempt(["deployer"], payment, outsideIssuerKey)).toEqual(refused);
  expect(await attempt(["outsider"], payment, outsideIssuerKey)).toEqual(accepted);
});
