import { Operation, type xdr } from "@stellar/stellar-base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStellarEnvironment, type StellarEnvironment } from "../../../test/stellar-environment.ts";
import type { BroadcastOutcome } from "../chain.ts";
import type { KeyRef, KeyRole } from "../signer.ts";
import { readEntries } from "./ledger-entries.ts";
import { addSignatures, buildTransaction } from "./sign-transaction.ts";
import { assetOf } from "./stellar-asset.ts";

let env: StellarEnvironment;
const issuerKey: KeyRef = { role: "issuer", index: 1 };
const outsideIssuerKey: KeyRef = { role: "issuer", index: 2 };
let contract = "";
let outsideContract = "";

beforeAll(async () => {
  env = await openStellarEnvironment();
  contract = await deploy(issuerKey, "platform");
  outsideContract = await deploy(outsideIssuerKey, "external_issuer");
});
afterAll(() => env.close());

async function deploy(issuer: KeyRef, authority: "platform" | "external_issuer"): Promise<string> {
  const naming = { name: "Suite Dollar", symbol: "susd", reference: `deploy-${issuer.index}` };
  const sent = await env.prepare({ kind: "deploy", issuer, authority, ...naming });
  expect(await env.settle(sent)).toMatchObject({ outcome: { ok: true } });
  return sent.prepared.contract ?? "";
}

/** Broadcast result for an operation of the issuer that only these keys sign. */
async function submission(
  roles: readonly KeyRole[],
  operation: (issuer: string) => xdr.Operation,
  key: KeyRef = issuerKey,
): Promise<BroadcastOutcome> {
  const issuer = await env.addressOf(key);
  const { latestLedger } = await readEntries(env.local.nodes, { accounts: [issuer], trustlines: [] });
  const transaction = buildTransaction({
    source: await env.addressOf({ role: "gas", index: 0 }),
    sequence: await gasSequence(),
    operations: [operation(issuer)],
    fee: "100",
    maxLedger: latestLedger + 10,
    passphrase: env.local.passphrase,
  });
  const keys = roles.map((role) => (role === "issuer" ? key : { role, index: 0 }));
  await addSignatures(transaction, env.signer, [{ role: "gas", index: 0 }, ...keys]);
  const decision = await env.chain.broadcast(new Uint8Array(transaction.toEnvelope().toXDR()));
  await env.local.advance();
  return decision;
}

async function gasSequence(): Promise<bigint> {
  const gas = await env.addressOf({ role: "gas", index: 0 });
  const entries = await readEntries(env.local.nodes, { accounts: [gas], trustlines: [] });
  return (entries.account(gas)?.sequence ?? 0n) + 1n;
}

const refused = { response: "rejected", detail: "txFailed: opBadAuth" };
const accepted = { response: "accepted" };

const pay = async (): Promise<(issuer: string) => xdr.Operation> => {
  const holder = await env.local.newExternalIssuer();
  await env.local.trust(holder, assetOf(contract));
  return (source) =>
    Operation.payment({ destination: holder.publicKey(), asset: assetOf(contract), amount: "1", source });
};
const freeze = async (): Promise<(issuer: string) => xdr.Operation> => {
  const holder = await env.local.newExternalIssuer();
  await env.local.trust(holder, assetOf(contract));
  const trustor = holder.publicKey();
  return (source) =>
    Operation.setTrustLineFlags({ trustor, asset: assetOf(contract), flags: { authorized: false }, source });
};
const addSigner =
  (ed25519PublicKey: string) =>
  (source: string): xdr.Operation =>
    Operation.setOptions({ signer: { ed25519PublicKey, weight: 9 }, source });

test("the asset consists of the upper-case symbol and the issuer account", async () => {
  expect(contract).toBe(`SUSD:${await env.addressOf(issuerKey)}`);
});

test("the freezer freezes and cannot mint", async () => {
  expect(await submission(["freezer"], await freeze())).toEqual(accepted);
  expect(await submission(["freezer"], await pay())).toEqual(refused);
});

test("the minter mints and cannot change signers, not even together with the freezer", async () => {
  const thief = (await env.local.newExternalIssuer()).publicKey();
  expect(await submission(["minter"], await pay())).toEqual(accepted);
  expect(await submission(["minter"], addSigner(thief))).toEqual(refused);
  expect(await submission(["minter", "freezer"], addSigner(thief))).toEqual(refused);
});

test("the issuer's own key has no authority after the deployment", async () => {
  expect(await submission(["issuer"], await freeze())).toEqual(refused);
  expect(await submission(["issuer"], await pay())).toEqual(refused);
});

test("the deployer administers", async () => {
  const successor = (await env.local.newExternalIssuer()).publicKey();
  expect(await submission(["deployer"], addSigner(successor))).toEqual(accepted);
});

test("a third-party token is controlled by its external issuer only", async () => {
  const holder = await env.local.newExternalIssuer();
  const asset = assetOf(outsideContract);
  await env.local.trust(holder, asset);
  const payment = (source: string): xdr.Operation =>
    Operation.payment({ destination: holder.publicKey(), asset, amount: "1", source });
  expect(await submission(["minter"], payment, outsideIssuerKey)).toEqual(refused);
  expect(await submission(["deployer"], payment, outsideIssuerKey)).toEqual(refused);
  expect(await submission(["external_issuer"], payment, outsideIssuerKey)).toEqual(accepted);
});
