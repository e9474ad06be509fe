import { Account, Keypair, MuxedAccount } from "@stellar/stellar-base";
import { expect, test } from "vitest";
import { parseStellarAddress, stellarAddressOf } from "./stellar-address.ts";

const pair = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 7));
const account = pair.publicKey();

test("an account address is accepted and matches its key", () => {
  expect(parseStellarAddress(account)).toEqual({ ok: true, address: account });
  expect(stellarAddressOf(pair.rawPublicKey())).toBe(account);
});

test("a wrong letter is detected by the checksum", () => {
  const wrong = account.slice(0, 20) + (account[20] === "A" ? "B" : "A") + account.slice(21);
  expect(parseStellarAddress(wrong)).toMatchObject({ ok: false });
  expect(parseStellarAddress(account.toLowerCase())).toMatchObject({ ok: false });
});

test("muxed addresses, contracts and secret keys are rejected with specific reasons", () => {
  const muxed = new MuxedAccount(new Account(account, "0"), "1").accountId();
  expect(parseStellarAddress(muxed)).toMatchObject({ ok: false, detail: expect.stringContaining("muxed") });
  const contract = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";
  expect(parseStellarAddress(contract)).toMatchObject({
    ok: false,
    detail: expect.stringContaining("contract"),
  });
  const secret = parseStellarAddress(pair.secret());
  expect(secret).toMatchObject({ ok: false, detail: expect.stringContaining("secret") });
  expect(JSON.stringify(secret)).not.toContain(pair.secret());
});
