import { Address, Keypair, nativeToScVal, xdr } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { ChainUnavailableError } from "../chain.ts";
import { indexOf, readMovement } from "./token-events.ts";

const [one, other] = [2, 3].map((byte) => Keypair.fromRawEd25519Seed(Buffer.alloc(32, byte)).publicKey());

function event(name: string, addresses: readonly (string | undefined)[], value: xdr.ScVal) {
  const topics = [
    xdr.ScVal.scvSymbol(name),
    ...addresses.map((address) => new Address(address ?? "").toScVal()),
    xdr.ScVal.scvString("USDX:G"),
  ];
  return {
    id: "0000000000000000000-0000000000",
    ledger: 1,
    contractId: "C",
    txHash: "00",
    topic: topics.map((topic) => topic.toXDR("base64")),
    value: value.toXDR("base64"),
  };
}

const amount = (stroops: bigint): xdr.ScVal => nativeToScVal(stroops, { type: "i128" });

test("transfers, mints, burns and clawbacks move tokens; other events do not", () => {
  expect(readMovement(event("transfer", [one, other], amount(50n)))).toEqual({
    from: one,
    to: other,
    units: 5n,
  });
  expect(readMovement(event("mint", [other], amount(50n)))).toEqual({
    from: undefined,
    to: other,
    units: 5n,
  });
  expect(readMovement(event("burn", [one], amount(50n)))).toEqual({ from: one, to: undefined, units: 5n });
  expect(readMovement(event("clawback", [one], amount(50n)))).toEqual({
    from: one,
    to: undefined,
    units: 5n,
  });
  expect(readMovement(event("set_authorized", [one], xdr.ScVal.scvBool(false)))).toBeUndefined();
});

test("the old form of a mint, with its administrator, is read as well", () => {
  expect(readMovement(event("mint", [one, other], amount(50n)))).toEqual({
    from: undefined,
    to: other,
    units: 5n,
  });
});

test("an amount that comes with a memo is read, and less than a unit is nothing", () => {
  const noted = xdr.ScVal.scvMap([
    new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol("amount"), val: amount(129n) }),
    new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol("to_muxed_id"), val: xdr.ScVal.scvString("rent") }),
  ]);
  expect(readMovement(event("transfer", [one, other], noted))).toMatchObject({ units: 12n });
  expect(readMovement(event("transfer", [one, other], amount(9n)))).toBeUndefined();
});

test("an event that cannot be read is not passed over", () => {
  expect(() => readMovement({ ...event("transfer", [one, other], amount(1n)), value: "AAAA" })).toThrow(
    ChainUnavailableError,
  );
});

test("events of one transaction are told apart by operation and place", () => {
  const ids = [
    "0000000004294971392-0000000000",
    "0000000004294971392-0000000001",
    "0000000004294971393-0000000000",
  ];
  expect(ids.map(indexOf)).toEqual([0, 1, 10_000]);
});
