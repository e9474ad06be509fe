import { describe, expect, test } from "vitest";
import { setTransferTypes } from "../../kit/transfer-type-words.ts";
import { servedTransferTypes } from "../../kit/transfer-types.fixture.ts";
import {
  type AccountAddress,
  type AccountBalance,
  addressOptions,
  availableAtSource,
  changedDraft,
  destinationOptions,
  draftAmountProblem,
  emptyDraft,
  memoTypesOf,
  requestOf,
  type SupportedRoute,
  sourceOptions,
} from "./transfer-draft.ts";
import { queryOf } from "./transfer-filter.ts";

setTransferTypes(servedTransferTypes);

const fusd = { value_type: "FUSD", transfer_type: "base" } as const;
const wire = { value_type: "USD", transfer_type: "wire" } as const;
const ach = { value_type: "USD", transfer_type: "ach_credit" } as const;
const rtp = { value_type: "USD", transfer_type: "rtp_credit" } as const;
const routes: readonly SupportedRoute[] = [
  { flow: "onramp", source: wire, destination: fusd },
  { flow: "offramp", source: fusd, destination: wire },
  { flow: "offramp", source: fusd, destination: ach },
];

const address = (id: string, overrides: Partial<AccountAddress>): AccountAddress => ({
  id,
  status: "active",
  name: id,
  address: "",
  transfer_types: ["base"],
  type: "internal",
  created: "2026-11-15T10:51:12.000Z",
  ...overrides,
});

describe("source and destination of a transfer", () => {
  test("are offered once each, in the order of the routes", () => {
    expect(sourceOptions(routes)).toEqual([
      { value: "USD/wire", label: "USD by wire" },
      { value: "FUSD/base", label: "FUSD on Base" },
    ]);
    expect(destinationOptions(routes, "FUSD/base").map(({ value }) => value)).toEqual([
      "USD/wire",
      "USD/ach_credit",
    ]);
    expect(destinationOptions(routes, "")).toEqual([]);
  });

  test("use addresses of that chain or rail; only custodial addresses can send tokens", () => {
    const balance: AccountBalance = {
      address: { id: "anna", address: "0xanna" },
      balance: { value: "9.00", currency: "FUSD" },
      available: { value: "7.50", currency: "FUSD" },
      held: { value: "1.50", currency: "FUSD" },
      transfer_type: "base",
      value_type: "FUSD",
    };
    const addresses = [
      address("anna", { address: "0x1234567890abcdef" }),
      address("outside", { type: "external", address: "0xout" }),
      address("old", { status: "archived" }),
      address("bank", {
        type: "external",
        transfer_types: ["wire"],
        owner: "Acme Supplies LLC",
        account_number: "****1234",
        routing_number: "021000021",
      }),
    ];
    expect(addressOptions("source", fusd, addresses, [balance])).toMatchObject([
      { value: "anna", label: "anna 0x1234…abcdef · 7.50 FUSD available" },
    ]);
    expect(addressOptions("destination", fusd, addresses, []).map(({ value }) => value)).toEqual([
      "anna",
      "outside",
    ]);
    expect(addressOptions("destination", wire, addresses, [])).toMatchObject([
      {
        value: "bank",
        label: "Acme Supplies LLC ••1234 · bank 021000021 · saved as “bank”",
        search: expect.stringContaining("acme supplies llc"),
      },
    ]);
  });

  test("are cleared when a field they depend on changes", () => {
    const draft = {
      ...emptyDraft,
      source: "FUSD/base",
      sourceAddress: "anna",
      destination: "USD/wire",
      destinationAddress: "bank",
      amount: "5",
    };
    expect(changedDraft(draft, { amount: "6" })).toEqual({ ...draft, amount: "6" });
    expect(changedDraft(draft, { destination: "USD/ach_credit" })).toMatchObject({
      sourceAddress: "anna",
      destinationAddress: "",
    });
    expect(changedDraft(draft, { source: "USD/wire" })).toMatchObject({
      sourceAddress: "",
      destination: "",
      destinationAddress: "",
    });
  });
});

describe("a request", () => {
  const draft = {
    ...emptyDraft,
    source: "FUSD/base",
    sourceAddress: "anna",
    destination: "USD/wire",
    destinationAddress: "bank",
    amount: " 12.50 ",
    reference: "rent",
    purpose: "rent" as const,
    fallback: "once" as const,
  };

  test("is built once all fields are set", () => {
    expect(requestOf(routes, draft, [])).toEqual({
      amount: { value: "12.50", currency: "FUSD" },
      source: { ...fusd, address_id: "anna" },
      destination: { ...wire, address_id: "bank", reference: "rent", purpose: "rent" },
    });
    const instant = [...routes, { flow: "offramp", source: fusd, destination: rtp } as const];
    expect(requestOf(instant, { ...draft, destination: "USD/rtp_credit" }, [])?.destination).toEqual({
      ...rtp,
      address_id: "bank",
      reference: "rent",
      purpose: "rent",
      fallback: true,
    });
    const inbound = {
      ...emptyDraft,
      source: "USD/wire",
      destination: "FUSD/base",
      destinationAddress: "anna",
    };
    expect(requestOf(routes, { ...inbound, amount: "1", note: "n" }, [])).toEqual({
      amount: { value: "1", currency: "USD" },
      source: wire,
      destination: { ...fusd, address_id: "anna" },
      note: "n",
    });
  });

  test("has the memo of an external address on Stellar or Solana, in a type that the chain has", () => {
    const onStellar = { value_type: "FUSD", transfer_type: "stellar" } as const;
    const moves = [{ flow: "payout", source: onStellar, destination: onStellar }] as const;
    const addresses = [
      address("exchange", { type: "external", address: "GA7QYNF7", transfer_types: ["stellar"] }),
      address("customer", { type: "external", address: "MA7QYNF7", transfer_types: ["stellar"] }),
      address("own", { address: "GB7QYNF7", transfer_types: ["stellar"] }),
    ];
    const filled = {
      ...emptyDraft,
      source: "FUSD/stellar",
      sourceAddress: "own",
      destination: "FUSD/stellar",
      destinationAddress: "exchange",
      amount: "1",
      memoType: "id" as const,
      memo: " 4711 ",
    };
    const memoTo = (destinationAddress: string) =>
      requestOf(moves, { ...filled, destinationAddress }, addresses)?.destination.memo;
    expect(memoTo("exchange")).toEqual({ type: "id", value: "4711" });
    expect([memoTo("customer"), memoTo("own")]).toEqual([undefined, undefined]);
    expect(requestOf(moves, { ...filled, memo: "" }, addresses)?.destination).not.toHaveProperty("memo");
    const external = address("outside", { type: "external", address: "MA7QYNF7" });
    expect(memoTypesOf({ ...onStellar, transfer_type: "solana" }, external)).toEqual(["text"]);
    expect(memoTypesOf(fusd, external)).toEqual([]);
    expect(memoTypesOf(wire, external)).toEqual([]);
  });

  test("a memo is cleared with the address that it was entered for", () => {
    const filled = { ...draft, memoType: "id" as const, memo: "4711" };
    expect(changedDraft(filled, { amount: "2" })).toMatchObject({ memoType: "id", memo: "4711" });
    const cleared = { memoType: "text", memo: "" };
    expect(changedDraft(filled, { destinationAddress: "other" })).toMatchObject(cleared);
    expect(changedDraft(filled, { source: "USD/wire" })).toMatchObject(cleared);
  });

  test.each(["source", "sourceAddress", "destination", "destinationAddress", "amount"] as const)(
    "is not built without %s",
    (member) => {
      expect(requestOf(routes, { ...draft, [member]: "" }, [])).toBeUndefined();
    },
  );

  test.each(["", "0", "0.00", "-1", "1,5", "1e3", "1.001", "1234567890123456789"])(
    "rejects the amount %s",
    (amount) => {
      expect(draftAmountProblem({ ...draft, amount }, routes)).toBeDefined();
    },
  );

  test("may have six decimals between tokens, and at most what is available", () => {
    const tokens = { ...draft, destination: "FUSD/base", amount: "1.000001" };
    expect(draftAmountProblem(tokens, routes)).toBeUndefined();
    const balance = { address: { id: "anna" }, ...fusd, available: { value: "1.00" } };
    const available = availableAtSource(tokens, routes, [balance as unknown as AccountBalance]);
    expect(available).toBe("1.00");
    expect(draftAmountProblem(tokens, routes, available)).toBe("Only 1.00 is available.");
    expect(
      availableAtSource({ ...tokens, source: "USD/wire", sourceAddress: "" }, routes, []),
    ).toBeUndefined();
  });

  test("is more than an address has that never had the token, if the balances are known", () => {
    expect(availableAtSource(draft, routes, [])).toBe("0.00");
    expect(availableAtSource(draft, routes, undefined)).toBeUndefined();
    expect(availableAtSource({ ...draft, sourceAddress: "" }, routes, [])).toBeUndefined();
  });
});

test("invalid filters are dropped, and the last day is included", () => {
  const nothing = {
    status: "",
    account: "",
    transfer_type: "",
    value_type: "",
    from: "",
    to: "",
    search: "",
    sort: "-created_at",
  };
  expect(
    queryOf({ ...nothing, status: "lost", transfer_type: "pigeon", value_type: "F", from: "soon" }),
  ).toEqual({});
  const query = queryOf({
    ...nothing,
    status: "failed",
    from: "2026-11-15",
    to: "2026-11-15",
    search: " 5.00 ",
  });
  expect(query).toMatchObject({ status: "failed", search: "5.00" });
  const [after = "", before = ""] = [query.created_after, query.created_before];
  expect(new Date(before).getTime() - new Date(after).getTime()).toBe(86_400_000);
});
