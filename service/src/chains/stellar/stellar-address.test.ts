import { Account, Keypair, MuxedAccount } from "@stellar/stellar-base";
import fc from "fast-check";
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

test("a muxed address is its account and an id, as another implementation writes them", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      (seed, id) => {
        const address = Keypair.fromRawEd25519Seed(Buffer.from(seed)).publicKey();
        const muxed = new MuxedAccount(new Account(address, "0"), String(id)).accountId();
        expect(parseStellarAddress(muxed)).toEqual({ ok: true, address, muxedAddress: muxed });
      },
    ),
  );
});

test("the muxed addresses of SEP-23 are read, and wrong ones rejected", () => {
  const address = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
  const highest = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK";
  expect(parseStellarAddress(highest)).toEqual({ ok: true, address, muxedAddress: highest });
  const zero = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";
  expect(parseStellarAddress(zero)).toEqual({ ok: true, address, muxedAddress: zero });
  for (const wrong of [`${zero.slice(0, -1)}R`, zero.toLowerCase(), `${zero}A`, zero.slice(0, -1)])
    expect(parseStellarAddress(wrong)).toMatchObject({ ok: false });
});

test("contracts and secret keys are rejected with specific reasons", () => {
  const contract = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";
  expect(parseStellarAddress(contract)).toMatchObject({
    ok: false,
    detail: expect.stringContaining("contract"),
  });
  const secret = parseStellarAddress(pair.secret());
  expect(secret).toMatchObject({ ok: false, detail: expect.stringContaining("secret") });
  expect(JSON.stringify(secret)).not.toContain(pair.secret());
});
