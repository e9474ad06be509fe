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
import type { WantedTransfer } from "./transfer-request.ts";

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

test("of several mistakes the first is told, in the order in which a person would look", () => {
  // Each repairs one thing and leaves all others as they were.
  const repairs: readonly [expected: string, repair: Try][] = [
    ["not_found", { facts: { account: undefined } }],
    ["unprocessable", { facts: { account: accountOf("acme", { status: "pending" }) } }],
    ["address_not_found /source/address_id", { facts: { account: accountOf("acme") } }],
    ["unprocessable /source/transfer_type", { wanted: { source: on("solana", "anna", "NONE") } }],
    ["unprocessable /source/value_type", { wanted: { source: on("base", "anna", "NONE") } }],
    ["address_not_found /destination/address_id", { wanted: { source: on("base", "anna", "WORD") } }],
    ["unprocessable /destination/address_id", { wanted: { destination: on("base", "old", "XUSD") } }],
    [
      "unsupported_route /destination/transfer_type",
      { wanted: { destination: on("ethereum", "bert", "XUSD") } },
    ],
    ["insufficient_liquidity", { wanted: { source: on("base", "anna") } }],
    ["validation_failed /amount/value", { wanted: { destination: by("same_day_ach_credit") } }],
    ["limit_exceeded /amount/value", { wanted: { units: 1_000_000_010_000n } }],
    ["unprocessable /amount/value", { wanted: { units: 1_000_000n } }],
    ["unprocessable /brand/account_id", { wanted: { units: 2_000_000n } }],
    ["accepted as offramp", { facts: { brandAccount: accountOf("child") } }],
  ];
  let attempt: Required<Pick<Try, "wanted" | "facts">> = {
    wanted: {
      source: on("solana", "nobody", "NONE"),
      destination: on("base", "nobody", "XUSD"),
      units: 1_000_000_000_001n,
      brandAccountId: "child",
    },
    facts: { fees: price(100n) },
  };
  const told = repairs.map(([, repair]) => {
    attempt = {
      wanted: { ...attempt.wanted, ...repair.wanted },
      facts: { ...attempt.facts, ...repair.facts },
    };
    return refusal(attempt);
  });
  expect(told).toEqual(repairs.map(([expected]) => expected));
});

describe("refused", () => {
  test.each<[what: string, expected: string, attempt: Try]>([
    [
      "money pushed from a bank",
      "unsupported_route /source/transfer_type",
      { wanted: { source: by("ach_credit") } },
    ],
    [
      "money pulled as a payout",
      "unsupported_route /destination/transfer_type",
      { wanted: { destination: by("ach_debit") } },
    ],
    ["from bank to bank", "unsupported_route /destination/transfer_type", { wanted: { source: wire } }],
    [
      "dollars for somebody's word",
      "unsupported_route /destination/transfer_type",
      { wanted: { source: wire, destination: on("base", "bert", "WORD") } },
    ],
    [
      "dollars for others' tokens",
      "unsupported_route /destination/transfer_type",
      { wanted: { source: wire, destination: on("base", "bert", "XUSD") } },
    ],
    [
      "tokens of an external address",
      "unprocessable /source/address_id",
      { wanted: { source: on("base", "outside") } },
    ],
    [
      "a wallet by a rail",
      "unprocessable /source/transfer_type",
      { wanted: { source: by("ach_debit", "anna"), destination: on("base", "bert") } },
    ],
    [
      "a bank account on a chain",
      "unprocessable /destination/transfer_type",
      { wanted: { destination: on("base", "checking") } },
    ],
    [
      "a bank account by a rail that it lacks",
      "unprocessable /destination/transfer_type",
      {
        wanted: { destination: by("same_day_ach_credit", "narrow") },
        facts: {
          addresses: new Map([
            ...facts.addresses,
            ["narrow", bankAccount("narrow", { transferTypes: ["wire"] })],
          ]),
        },
      },
    ],
    [
      "a debit of an account that nobody has proven",
      "unprocessable /source/address_id",
      { wanted: { source: by("ach_debit", "unproven"), destination: on("base", "bert") } },
    ],
    [
      "the contract of a token",
      "unprocessable /destination/address_id",
      { wanted: { destination: on("base", "contract") } },
    ],
    [
      "where a token is not",
      "unprocessable /destination/transfer_type",
      { wanted: { destination: on("ethereum", "bert", "WORD") } },
    ],
    ["to itself", "unprocessable /destination", { wanted: { destination: on("base", "anna") } }],
    [
      "somebody else's tokens",
      "address_not_found /source/address_id",
      { wanted: { source: on("base", "clara") } },
    ],
    [
      "others' tokens without a treasury",
      "insufficient_liquidity",
      { wanted: { source: on("base", "anna", "XUSD") }, facts: { treasury: new Map() } },
    ],
    [
      "more than a chain can count",
      "unprocessable /amount/value",
      {
        wanted: { units: 10n ** 20n, destination: on("stellar", "star") },
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
      "more than RTP carries",
      "limit_exceeded /amount/value",
      { wanted: { units: 10_000_000_010_000n, destination: by("rtp_credit") } },
    ],
    ["a fee as large as the amount", "unprocessable /amount/value", { facts: { fees: price(10_000n) } }],
    [
      "a brand where nothing goes by ACH",
      "unprocessable /brand",
      {
        wanted: { brandAccountId: "acme", destination: by("wire") },
        facts: { brandAccount: accountOf("acme") },
      },
    ],
    [
      "a rejected account",
      "unprocessable",
      { facts: { account: accountOf("acme", { status: "rejected" }) } },
    ],
  ])("%s", (_what, expected, attempt) => {
    expect(refusal(attempt)).toBe(expected);
  });
});

describe("another account's address as the destination", () => {
  const wanted = { destination: on("base", "clara") };

  test("is for whoever sees all accounts", () => {
    expect(refusal({ wanted })).toBe("accepted as payout");
    expect(refusal({ wanted, asker: { automationId: "automation" } })).toBe("accepted as payout");
  });

  test("is not there for the application of a managed account", () => {
    const child = { ...principal, accountId: "child2" } as Principal;
    expect(refusal({ wanted, asker: { principal: child } })).toBe(
      "address_not_found /destination/address_id",
    );
  });
});

describe("accepted", () => {
  test.each([
    ["a payout", { destination: on("base", "bert"), units: 1n }],
    ["a bridge", { destination: on("ethereum", "bert"), units: 1n }],
  ])("%s of one millionth", (_what, wanted) => {
    expect(plan({ wanted })).toMatchObject({ units: 1n, feeCents: 0n });
  });

  test("exactly what a rail carries", () => {
    const wanted = { units: 1_000_000_000_000n, destination: by("same_day_ach_credit") };
    expect(refusal({ wanted })).toBe("accepted as offramp");
  });

  test("with its fee, its brand and all that later steps need", () => {
    const brand = accountOf("child");
    const wanted = { brandAccountId: "child", note: "Rent", memo: undefined };
    expect(plan({ wanted, facts: { fees: price(150n), brandAccount: brand } })).toMatchObject({
      id: "transfer",
      flow: "offramp",
      feeCents: 150n,
      statementName: "The child",
      brand: { accountId: "child", name: "The child" },
      state: { status: "pending", step: "taking" },
      source: { address: "0xanna", keyIndex: 7, token: { contract: "FUSD on base", issuerKeyIndex: 3 } },
      destination: { rail: "ach_credit", addressId: "checking" },
      expiresAt: undefined,
      note: "Rent",
    });
  });

  test("a wire waits, and only so long", () => {
    const wanted = { source: wire, destination: on("base", "outside") };
    expect(plan({ wanted })).toMatchObject({
      state: { step: "awaiting" },
      expiresAt: 9_000,
      destination: { keyIndex: undefined },
    });
    const payment = { id: "payment" } as unknown as Payment;
    const asker = { automationId: "automation", funding: { payment, funds: bankMoney } };
    expect(plan({ wanted, asker })).toMatchObject({
      state: { step: "giving" },
      expiresAt: undefined,
      automationId: "automation",
      source: { paymentId: "payment" },
    });
  });
});

describe("somebody on the sanctions list", () => {
  const listed = (id: string) => ({
    listing: (address: Address) => (address.id === id ? { listVersion: "v1", hitUids: ["17"] } : undefined),
  });

  test.each<[string, string, Partial<WantedTransfer>]>([
    ["destination", "checking", {}],
    ["destination", "outside", { destination: on("base", "outside") }],
    ["source", "checking", { source: by("ach_debit"), destination: on("base", "bert") }],
  ])("as the %s holds the transfer: %s", (end, id, wanted) => {
    expect(plan({ wanted, facts: listed(id) })).toMatchObject({
      state: { status: "pending", step: "held" },
      hold: { end, listVersion: "v1", hitUids: ["17"] },
    });
  });

  test("is never one of our own addresses", () => {
    expect(plan({ facts: listed("anna") })).toMatchObject({ state: { step: "taking" }, hold: undefined });
  });
});
