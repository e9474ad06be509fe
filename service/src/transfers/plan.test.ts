import { describe, expect, test } from "vitest";
import {
  accountOf,
  bankAccount,
  by,
  facts,
  on,
  plan,
  principal,
  type Try,
  tenantId,
  tokenOf,
  wallet,
  wire,
} from "../../test/transfer-facts.ts";
import type { Address } from "../addresses/index.ts";
import type { Principal } from "../http/principal.ts";
import type { Id } from "../kernel/id.ts";
import { instantFromMs } from "../kernel/instant.ts";
import { isRefusal } from "../kernel/refusal.ts";
import type { Payment } from "../payments/index.ts";
import { bankMoney } from "./postings.ts";
import type { RequestedTransfer } from "./transfer-request.ts";

function refusal(attempt: Try): string {
  const outcome = plan(attempt);
  if (!isRefusal(outcome)) return `accepted as ${outcome.flow}`;
  return [outcome.code, ...(outcome.errors ?? []).map(({ pointer }) => pointer)].join(" ");
}

const start = instantFromMs(0);
const offrampFee = {
  flow: "offramp",
  network: "testnet",
  accountId: undefined,
  transferType: undefined,
} as const;
const price = (flatCents: bigint) => [
  {
    ...offrampFee,
    tenantId,
    id: "fee" as Id<"transfer-fee">,
    flatCents,
    basisPoints: 0,
    minimumCents: 0n,
    maximumCents: undefined,
    createdAt: start,
    updatedAt: start,
  },
];

test("only the first error is returned, in the documented order", () => {
  // Each entry fixes one error and leaves the others.
  const fixes: readonly [expected: string, repair: Try][] = [
    ["not_found", { facts: { account: undefined } }],
    ["unprocessable", { facts: { account: accountOf("acme", { status: "pending" }) } }],
    ["address_not_found /source/address_id", { facts: { account: accountOf("acme") } }],
    ["unprocessable /source/transfer_type", { requestedTransfer: { source: on("solana", "anna", "NONE") } }],
    ["unprocessable /source/value_type", { requestedTransfer: { source: on("base", "anna", "NONE") } }],
    [
      "address_not_found /destination/address_id",
      { requestedTransfer: { source: on("base", "anna", "WORD") } },
    ],
    [
      "unprocessable /destination/address_id",
      { requestedTransfer: { destination: on("base", "old", "XUSD") } },
    ],
    [
      "unsupported_route /destination/transfer_type",
      { requestedTransfer: { destination: on("ethereum", "bert", "XUSD") } },
    ],
    ["insufficient_liquidity", { requestedTransfer: { source: on("base", "anna") } }],
    ["validation_failed /amount/value", { requestedTransfer: { destination: by("same_day_ach_credit") } }],
    ["limit_exceeded /amount/value", { requestedTransfer: { units: 1_000_000_010_000n } }],
    ["unprocessable /amount/value", { requestedTransfer: { units: 1_000_000n } }],
    ["unprocessable /brand/account_id", { requestedTransfer: { units: 2_000_000n } }],
    ["accepted as offramp", { facts: { brandAccount: accountOf("child") } }],
  ];
  let attempt: Required<Pick<Try, "requestedTransfer" | "facts">> = {
    requestedTransfer: {
      source: on("solana", "unknown", "NONE"),
      destination: on("base", "unknown", "XUSD"),
      units: 1_000_000_000_001n,
      brandAccountId: "child",
    },
    facts: { fees: price(100n), treasury: new Map() },
  };
  const refusals = fixes.map(([, repair]) => {
    attempt = {
      requestedTransfer: { ...attempt.requestedTransfer, ...repair.requestedTransfer },
      facts: { ...attempt.facts, ...repair.facts },
    };
    return refusal(attempt);
  });
  expect(refusals).toEqual(fixes.map(([expected]) => expected));
});

describe("refused", () => {
  test.each<[what: string, expected: string, attempt: Try]>([
    [
      "credit push from a bank",
      "unsupported_route /source/transfer_type",
      { requestedTransfer: { source: by("ach_credit") } },
    ],
    [
      "a payout by debit",
      "unsupported_route /destination/transfer_type",
      { requestedTransfer: { destination: by("ach_debit") } },
    ],
    ["bank to bank", "unsupported_route /destination/transfer_type", { requestedTransfer: { source: wire } }],
    [
      "dollars to an attested token",
      "unsupported_route /destination/transfer_type",
      { requestedTransfer: { source: wire, destination: on("base", "bert", "WORD") } },
    ],
    [
      "dollars to third-party tokens",
      "unsupported_route /destination/transfer_type",
      { requestedTransfer: { source: wire, destination: on("base", "bert", "XUSD") } },
    ],
    [
      "tokens of an external address",
      "unprocessable /source/address_id",
      { requestedTransfer: { source: on("base", "outside") } },
    ],
    [
      "a wallet with a bank rail",
      "unprocessable /source/transfer_type",
      { requestedTransfer: { source: by("ach_debit", "anna"), destination: on("base", "bert") } },
    ],
    [
      "a bank account with a chain",
      "unprocessable /destination/transfer_type",
      { requestedTransfer: { destination: on("base", "checking") } },
    ],
    [
      "a bank account with a rail it does not support",
      "unprocessable /destination/transfer_type",
      {
        requestedTransfer: { destination: by("same_day_ach_credit", "narrow") },
        facts: {
          addresses: new Map([
            ...facts.addresses,
            ["narrow", bankAccount("narrow", { transferTypes: ["wire"] })],
          ]),
        },
      },
    ],
    [
      "a debit of an unverified bank account",
      "unprocessable /source/address_id",
      { requestedTransfer: { source: by("ach_debit", "unproven"), destination: on("base", "bert") } },
    ],
    [
      "a token contract as destination",
      "unprocessable /destination/address_id",
      { requestedTransfer: { destination: on("base", "contract") } },
    ],
    [
      "a token that is not on the chain",
      "unprocessable /destination/transfer_type",
      { requestedTransfer: { destination: on("ethereum", "bert", "WORD") } },
    ],
    [
      "to the source",
      "unprocessable /destination",
      { requestedTransfer: { destination: on("base", "anna") } },
    ],
    [
      "tokens of another account",
      "address_not_found /source/address_id",
      { requestedTransfer: { source: on("base", "clara") } },
    ],
    [
      "third-party tokens without a treasury",
      "insufficient_liquidity",
      { requestedTransfer: { source: on("base", "anna", "XUSD") }, facts: { treasury: new Map() } },
    ],
    [
      "more than the chain can represent",
      "unprocessable /amount/value",
      {
        requestedTransfer: { units: 10n ** 20n, destination: on("stellar", "star") },
        facts: {
          addresses: new Map([
            ...facts.addresses,
            ["star", wallet("star", { family: "stellar", transferTypes: ["stellar"] })],
          ]),
          tokens: new Map([["FUSD", tokenOf("FUSD", "fiat_backed", ["base", "stellar"])]]),
        },
      },
    ],
    [
      "more than the RTP limit",
      "limit_exceeded /amount/value",
      { requestedTransfer: { units: 10_000_000_010_000n, destination: by("rtp_credit") } },
    ],
    ["a fee as large as the amount", "unprocessable /amount/value", { facts: { fees: price(10_000n) } }],
    [
      "a rejected account",
      "unprocessable",
      { facts: { account: accountOf("acme", { status: "rejected" }) } },
    ],
  ])("%s", (_what, expected, attempt) => {
    expect(refusal(attempt)).toBe(expected);
  });
});

describe("an address of another account as the destination", () => {
  const requestedTransfer = { destination: on("base", "clara") };

  test("is allowed for a requester that sees all accounts", () => {
    expect(refusal({ requestedTransfer })).toBe("accepted as payout");
    expect(refusal({ requestedTransfer, requester: { automationId: "automation" } })).toBe(
      "accepted as payout",
    );
  });

  test("is not found for a client of a managed account", () => {
    const child = { ...principal, accountId: "child2" } as Principal;
    expect(refusal({ requestedTransfer, requester: { principal: child } })).toBe(
      "address_not_found /destination/address_id",
    );
  });
});

describe("accepted", () => {
  test.each([
    ["a payout", { destination: on("base", "bert"), units: 1n }],
    ["a bridge", { destination: on("ethereum", "bert"), units: 1n }],
  ])("%s of one millionth", (_what, requestedTransfer) => {
    expect(plan({ requestedTransfer })).toMatchObject({ units: 1n, feeCents: 0n });
  });

  test("exactly the maximum of a rail", () => {
    const requestedTransfer = { units: 1_000_000_000_000n, destination: by("same_day_ach_credit") };
    expect(refusal({ requestedTransfer })).toBe("accepted as offramp");
  });

  test("with its fee, brand and everything later steps need", () => {
    const brand = accountOf("child");
    const requestedTransfer = { brandAccountId: "child", note: "Rent" };
    expect(plan({ requestedTransfer, facts: { fees: price(150n), brandAccount: brand } })).toMatchObject({
      id: "transfer",
      flow: "offramp",
      feeCents: 150n,
      statementName: "The child",
      brand: { accountId: "child", name: "The child" },
      state: { status: "pending", step: "withdrawing" },
      source: { address: "0xanna", keyIndex: 7, token: { contract: "FUSD on base", issuerKeyIndex: 3 } },
      destination: { rail: "ach_credit", addressId: "checking" },
      expiresAt: undefined,
      note: "Rent",
    });
  });

  test("with its brand, which a wire does not show", () => {
    const requestedTransfer = { brandAccountId: "child", destination: by("wire") };
    expect(plan({ requestedTransfer, facts: { brandAccount: accountOf("child") } })).toMatchObject({
      statementName: "The acme",
      brand: { accountId: "child", name: "The child" },
    });
  });

  test("a wire transfer awaits funds until its deadline", () => {
    const requestedTransfer = { source: wire, destination: on("base", "outside") };
    expect(plan({ requestedTransfer })).toMatchObject({
      state: { step: "awaiting_funds" },
      expiresAt: 9_000,
      destination: { keyIndex: undefined },
    });
    const payment = { id: "payment" } as unknown as Payment;
    const requester = { automationId: "automation", funding: { payment, funds: bankMoney } };
    expect(plan({ requestedTransfer, requester })).toMatchObject({
      state: { step: "delivering" },
      expiresAt: undefined,
      automationId: "automation",
      source: { paymentId: "payment" },
    });
  });
});

describe("a sanctions match", () => {
  const items = (id: string) => ({
    sanctionsMatch: (address: Address) =>
      address.id === id ? { listVersion: "v1", hitUids: ["17"] } : undefined,
  });

  test.each<[string, string, Partial<RequestedTransfer>]>([
    ["destination", "checking", {}],
    ["destination", "outside", { destination: on("base", "outside") }],
    ["source", "checking", { source: by("ach_debit"), destination: on("base", "bert") }],
  ])("of the %s holds the transfer: %s", (end, id, requestedTransfer) => {
    expect(plan({ requestedTransfer, facts: items(id) })).toMatchObject({
      state: { status: "pending", step: "held" },
      hold: { end, listVersion: "v1", hitUids: ["17"] },
    });
  });

  test("is never checked for custodial addresses", () => {
    expect(plan({ facts: items("anna") })).toMatchObject({ state: { step: "withdrawing" }, hold: undefined });
  });
});
