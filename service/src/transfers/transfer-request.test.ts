import type { Static } from "typebox";
import { describe, expect, test } from "vitest";
import { transferTypeLists } from "../addresses/index.ts";
import { standardChains } from "../chains/chain-name.ts";
import { compileBody } from "../http/validation.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { readTransfer, TransferRequestSchema } from "./transfer-request.ts";

const fits = compileBody(TransferRequestSchema, transferTypeLists(standardChains));
const anna = "01JD7Q3B1N5K8R0S2T4V6W8XYA";
const bert = "01JD7Q3B1N5K8R0S2T4V6W8XYB";
const account = { account_id: "01JD7Q3B1N5K8R0S2T4V6W8XYC" };
const fusd = { address_id: anna, value_type: "FUSD", transfer_type: "base" };
const dollars = { address_id: bert, value_type: "USD", transfer_type: "ach_credit" };
const wire = { value_type: "USD", transfer_type: "wire" };
const usd = (value: unknown) => ({ value, currency: "USD" });
const offramp = { amount: usd("100.00"), source: fusd, destination: dollars };

function read(fields: object, network: "testnet" | "mainnet" = "testnet") {
  const body = { ...offramp, ...fields };
  // As received over HTTP, where nothing is undefined.
  const sent: unknown = JSON.parse(JSON.stringify(body));
  if (!fits(sent)) return "does not fit the schema";
  const requestedTransfer = readTransfer(sent as Static<typeof TransferRequestSchema>, network);
  return isRefusal(requestedTransfer)
    ? `${requestedTransfer.code} ${requestedTransfer.errors?.[0]?.pointer}`
    : requestedTransfer;
}

test("a request is parsed with its amount in millionths", () => {
  expect(read({ note: "Invoice 7", brand: account })).toEqual({
    resource: "transfer",
    units: 100_000_000n,
    currency: "USD",
    source: { medium: "chain", chain: "base", addressId: anna, valueType: "FUSD" },
    destination: { medium: "bank", rail: "ach_credit", addressId: bert },
    reference: undefined,
    purpose: undefined,
    mayFallBack: false,
    brandAccountId: account.account_id,
    note: "Invoice 7",
  });
});

test("older names and test chain names are accepted", () => {
  expect(read({ branding: account })).toMatchObject({ brandAccountId: account.account_id });
  const rtp = { destination: { ...dollars, transfer_type: "rtp-credit" } };
  expect(read(rtp)).toMatchObject({ destination: { rail: "rtp_credit" } });
  const sepolia = { source: { ...fusd, transfer_type: "base_sepolia" } };
  expect(read(sepolia)).toMatchObject({ source: { chain: "base" } });
});

test("an incoming wire needs no address, and an outgoing wire takes a memo", () => {
  expect(read({ source: wire, destination: fusd })).toMatchObject({
    source: { rail: "wire", addressId: undefined },
  });
  const out = { ...dollars, transfer_type: "wire", wire_memo: "Rent" };
  expect(read({ destination: out })).toMatchObject({ reference: "Rent", destination: { rail: "wire" } });
});

test("a payout takes a reference, a purpose and a fallback, and a debit takes a purpose", () => {
  const texts = { reference: "Rent", purpose: "rent", fallback: true };
  expect(read({ destination: { ...dollars, transfer_type: "rtp", ...texts } })).toMatchObject({
    reference: "Rent",
    purpose: "rent",
    mayFallBack: true,
  });
  const debit = { ...dollars, transfer_type: "ach_debit" };
  expect(read({ source: debit, destination: { ...fusd, purpose: "purchase" } })).toMatchObject({
    purpose: "purchase",
  });
  expect(read({ destination: { ...dollars, fallback: false } })).toMatchObject({ mayFallBack: false });
});

test("an off-ramp may omit its bank account on testnet, and only there", () => {
  const nameless = { destination: { ...dollars, address_id: undefined } };
  expect(read(nameless)).toMatchObject({ destination: { rail: "ach_credit", addressId: undefined } });
  for (const destination of [nameless.destination, wire])
    expect(read({ destination }, "mainnet")).toBe("validation_failed /destination/address_id");
});

test.each(["USD", "FUSD"])("the amount may be in %s", (currency) => {
  expect(read({ amount: { value: "1.5", currency } })).toMatchObject({ units: 1_500_000n, currency });
});

test.each([
  ["one millionth", "0.000001", 1n],
  ["the largest amount", "999999999999999999.999999", 999_999_999_999_999_999_999_999n],
])("an amount of %s is exact", (_what, value, units) => {
  expect(read({ amount: usd(value) })).toMatchObject({ units });
});

describe("refused without looking up data:", () => {
  test.each([
    ["both names of the brand", { brand: account, branding: account }, "/branding"],
    [
      "a currency of neither source nor destination",
      { amount: { value: "1", currency: "EUR" } },
      "/amount/currency",
    ],
    ["an amount of zero", { amount: usd("0.00") }, "/amount/value"],
    ["an incoming wire with an address", { source: { ...wire, address_id: anna } }, "/source/address_id"],
    ["a debit without an address", { source: { ...wire, transfer_type: "ach_debit" } }, "/source/address_id"],
    ["tokens without an address", { source: { ...fusd, address_id: undefined } }, "/source/address_id"],
    ["dollars on a chain", { source: { ...fusd, value_type: "USD" } }, "/source/value_type"],
    ["tokens on a rail", { destination: { ...dollars, value_type: "FUSD" } }, "/destination/value_type"],
    ["a memo by ACH", { destination: { ...dollars, wire_memo: "Rent" } }, "/destination/wire_memo"],
    [
      "a memo and a reference",
      { destination: { ...dollars, transfer_type: "wire", wire_memo: "a", reference: "a" } },
      "/destination/wire_memo",
    ],
    ["a reference on a chain", { destination: { ...fusd, reference: "a" } }, "/destination/reference"],
    ["a purpose between chains", { destination: { ...fusd, purpose: "rent" } }, "/destination/purpose"],
    [
      "a purpose of an incoming wire",
      { source: wire, destination: { ...fusd, purpose: "rent" } },
      "/destination/purpose",
    ],
    ["a fallback from ACH", { destination: { ...dollars, fallback: true } }, "/destination/fallback"],
    ["a fallback on a chain", { destination: { ...fusd, fallback: true } }, "/destination/fallback"],
    ["a memo on a chain", { destination: { ...fusd, wire_memo: "Rent" } }, "/destination/wire_memo"],
  ])("%s", (_what, fields, pointer) => {
    expect(read(fields)).toBe(`validation_failed ${pointer}`);
  });

  test.each(["source", "destination"])("the %s on a test chain on mainnet", (end) => {
    const fields = { [end]: { ...fusd, transfer_type: "solana_devnet" } };
    expect(read(fields, "mainnet")).toBe(`network_not_supported /${end}/transfer_type`);
  });
});

test.each([
  ["a number as the amount", { amount: usd(100) }],
  ["a negative amount", { amount: usd("-1.00") }],
  ["an exponent", { amount: usd("1e2") }],
  ["a plus", { amount: usd("+1") }],
  ["seven decimals", { amount: usd("1.0000001") }],
  ["nineteen digits", { amount: usd("1000000000000000000") }],
  ["a bare point", { amount: usd("1.") }],
  ["an unknown chain", { source: { ...fusd, transfer_type: "polygon" } }],
  ["an invalid id", { source: { ...fusd, address_id: "anna" } }],
  ["an unknown property", { colour: "red" }],
  ["an unknown property of the source", { source: { ...fusd, colour: "red" } }],
  ["a brand without an account", { brand: {} }],
  ["an empty note", { note: "" }],
  ["a note of two lines", { note: "a\nb" }],
  ["a note that is too long", { note: "a".repeat(256) }],
  ["a memo that is too long", { destination: { ...dollars, wire_memo: "a".repeat(141) } }],
  ["a reference that is too long", { destination: { ...dollars, reference: "a".repeat(141) } }],
  ["a reference of two lines", { destination: { ...dollars, reference: "a\nb" } }],
  ["an unknown purpose", { destination: { ...dollars, purpose: "bribe" } }],
  ["no source", { source: undefined }],
])("the schema refuses %s", (_what, fields) => {
  expect(read(fields)).toBe("does not fit the schema");
});
