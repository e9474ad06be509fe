import { beforeAll, expect, test } from "vitest";
import {
  chainFamilies,
  isChain,
  paymentTypeLabel,
  placeWords,
  railNames,
  setTransferTypes,
  transferTypeLabel,
  transferTypeNames,
} from "./transfer-type-words.ts";
import { servedTransferTypes } from "./transfer-types.fixture.ts";

beforeAll(() => setTransferTypes(servedTransferTypes));

test("chains and rails have the names that the service serves", () => {
  expect(placeWords({ value_type: "FUSD", transfer_type: "base" })).toBe("FUSD on Base");
  expect(placeWords({ value_type: "USD", transfer_type: "wire" })).toBe("USD by wire");
  expect(transferTypeLabel("wire")).toBe("Wire");
  expect(transferTypeLabel("ach_credit")).toBe("ACH credit");
  expect(paymentTypeLabel("ach")).toBe("ACH");
  expect(isChain("ach_credit")).toBe(false);
});

test("a name that the service does not serve is shown as it is", () => {
  expect(transferTypeLabel("Unknown_rail")).toBe("Unknown_rail");
});

test("options are in the order of the service", () => {
  expect(transferTypeNames()).toEqual([
    "ethereum",
    "base",
    "solana",
    "stellar",
    "wire",
    "ach_credit",
    "rtp_credit",
  ]);
  expect(railNames(({ is_linkable }) => is_linkable)).toEqual(["ach_credit"]);
  expect(chainFamilies()).toEqual([
    { label: "Ethereum and Base", chains: ["ethereum", "base"] },
    { label: "Solana", chains: ["solana"] },
    { label: "Stellar", chains: ["stellar"] },
  ]);
});
