import { Keypair } from "@stellar/stellar-base";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStellarEnvironment, type StellarEnvironment } from "../../../test/stellar-environment.ts";
import type { FreezeOperation, MintOperation } from "../chain.ts";
import type { KeyRef } from "../signer.ts";

let env: StellarEnvironment;
const issuer: KeyRef = { role: "issuer", index: 1 };
const unreadable = ["nonsense", `USDC:${"G".repeat(56)}`, "TOOLONGFORACODE:G", ""];
let contract = "";

beforeAll(async () => {
  env = await openStellarEnvironment();
  const naming = { name: "Suite Dollar", symbol: "SUSD", reference: "deploy" };
  const sent = await env.prepare({ kind: "deploy", issuer, authority: "platform", ...naming });
  await env.settle(sent);
  contract = sent.prepared.contract ?? "";
});
afterAll(() => env.close());

async function mintOf(token: string): Promise<MintOperation> {
  const { address: to, key: toKey } = await env.newHolder();
  const who = { issuer, authority: "platform", to, toKey } as const;
  return { kind: "mint", reference: `mint-${to}`, contract: token, ...who, units: 5n };
}

test("an invalid contract, or one without issuer, fails only its own operation", async () => {
  const withoutIssuer = `USDC:${Keypair.random().publicKey()}`;
  const odd = await Promise.all([...unreadable, withoutIssuer].map(mintOf));
  const freeze: FreezeOperation = { ...(await mintOf("nonsense")), kind: "freeze", holder: "missing" };
  const outcomes = await env.chain.check([...odd, freeze, await mintOf(contract)]);
  expect(outcomes.map((decision) => decision.ok || decision.reason)).toEqual([
    ...[...odd, freeze].map(() => "rejected"),
    true,
  ]);
  expect(await env.chain.check([await mintOf("nonsense")])).toMatchObject([{ reason: "rejected" }]);
});

test("a scan skips invalid contracts", async () => {
  const { final: after } = await env.chain.scan({ after: undefined, contracts: [], holders: [] });
  const mint = await mintOf(contract);
  expect(await env.settle(await env.prepare(mint))).toMatchObject({ outcome: { ok: true } });
  const { transfers } = await env.chain.scan({
    after,
    contracts: [...unreadable, contract],
    holders: [],
  });
  expect(transfers).toMatchObject([{ contract, to: mint.to, units: 5n }]);
});

test("an asset code with lower-case letters is valid", async () => {
  const asset = `yUSDC:${Keypair.random().publicKey()}`;
  const { address } = await env.newHolder();
  expect(await env.chain.balances(asset, [address])).toEqual([0n]);
  expect(await env.chain.supply(asset)).toBe(0n);
});
