import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStellarWorld, type StellarWorld } from "../../../test/stellar-world.ts";
import type { FreezeOperation, MintOperation } from "../chain.ts";
import type { KeyRef } from "../signer.ts";

let world: StellarWorld;
const issuer: KeyRef = { duty: "issuer", index: 1 };
const unreadable = ["nonsense", `USDC:${"G".repeat(56)}`, "TOOLONGFORACODE:G", ""];
let contract = "";

beforeAll(async () => {
  world = await openStellarWorld();
  const naming = { name: "Suite Dollar", symbol: "SUSD", reference: "deploy" };
  const sent = await world.prepare({ kind: "deploy", issuer, authority: "platform", ...naming });
  await world.settle(sent);
  contract = sent.prepared.contract ?? "";
});
afterAll(() => world.close());

async function mintOf(token: string): Promise<MintOperation> {
  const { address: to, key: toKey } = await world.newHolder();
  const who = { issuer, authority: "platform", to, toKey } as const;
  return { kind: "mint", reference: `mint-${to}`, contract: token, ...who, units: 5n };
}

test("a contract that nobody can read, or without an issuer, is the refusal of its own operation", async () => {
  const nobodys = `USDC:${Keypair.random().publicKey()}`;
  const odd = await Promise.all([...unreadable, nobodys].map(mintOf));
  const freeze: FreezeOperation = { ...(await mintOf("nonsense")), kind: "freeze", holder: "nobody" };
  const verdicts = await world.chain.check([...odd, freeze, await mintOf(contract)]);
  expect(verdicts.map((verdict) => verdict.ok || verdict.reason)).toEqual([
    ...[...odd, freeze].map(() => "rejected"),
    true,
  ]);
  expect(await world.chain.check([await mintOf("nonsense")])).toMatchObject([{ reason: "rejected" }]);
});

test("a scan passes over contracts that nobody can read", async () => {
  const { final: after } = await world.chain.scan({ after: undefined, contracts: [], holders: [] });
  const mint = await mintOf(contract);
  expect(await world.settle(await world.prepare(mint))).toMatchObject({ outcome: { ok: true } });
  const { transfers } = await world.chain.scan({
    after,
    contracts: [...unreadable, contract],
    holders: [],
  });
  expect(transfers).toMatchObject([{ contract, to: mint.to, units: 5n }]);
});

test("an asset whose code has small letters is one as any other", async () => {
  const asset = `yUSDC:${Keypair.random().publicKey()}`;
  const { address } = await world.newHolder();
  expect(await world.chain.balances(asset, [address])).toEqual([0n]);
  expect(await world.chain.supply(asset)).toBe(0n);
});
