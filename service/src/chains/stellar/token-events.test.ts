import { Address, Keypair, nativeToScVal, xdr } from "@stellar/stellar-base";
import { expect, test } from "vitest";
import { ChainUnavailableError } from "../chain.ts";
import { indexOf, readMovement } from "./token-events.ts";

const [sender, recipient] = [2, 3].map((byte) =>
  Keypair.fromRawEd25519Seed(Buffer.alloc(32, byte)).publicKey(),
);

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

test("transfers, mints, burns and clawbacks are read; other events are not", () => {
  expect(readMovement(event("transfer", [sender, recipient], amount(50n)))).toEqual({
    from: sender,
    to: recipient,
    units: 5n,
  });
  expect(readMovement(event("mint", [recipient], amount(50n)))).toEqual({
    from: undefined,
    to: recipient,
    units: 5n,
  });
  expect(readMovement(event("burn", [sender], amount(50n)))).toEqual({
    from: sender,
    to: undefined,
    units: 5n,
  });
  expect(readMovement(event("clawback", [sender], amount(50n)))).toEqual({
    from: sender,
    to: undefined,
    units: 5n,
  });
  expect(readMovement(event("set_authorized", [sender], xdr.ScVal.scvBool(false)))).toBeUndefined();
});

test("the old form of a mint event, with its admin, is read as well", () => {
  expect(readMovement(event("mint", [sender, recipient], amount(50n)))).toEqual({
    from: undefined,
    to: recipient,
    units: 5n,
  });
});

test("an amount with a memo is read, and less than one unit is skipped", () => {
  const withMemo = xdr.ScVal.scvMap([
    new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol("amount"), val: amount(129n) }),
    new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol("to_muxed_id"), val: xdr.ScVal.scvString("rent") }),
  ]);
  expect(readMovement(event("transfer", [sender, recipient], withMemo))).toMatchObject({ units: 12n });
  expect(readMovement(event("transfer", [sender, recipient], amount(9n)))).toBeUndefined();
});

test("an invalid event is an error", () => {
  expect(() =>
    readMovement({ ...event("transfer", [sender, recipient], amount(1n)), value: "AAAA" }),
  ).toThrow(ChainUnavailableError);
});

test("events of one transaction are distinguished by operation and index", () => {
  const ids = [
    "0000000004294971392-0000000000",
    "0000000004294971392-0000000001",
    "0000000004294971393-0000000000",
  ];
  expect(ids.map(indexOf)).toEqual([0, 1, 10_000]);
});
