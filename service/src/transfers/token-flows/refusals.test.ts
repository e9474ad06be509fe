import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOf } from "../../../test/addresses.ts";
import type { ApiResponse, TestClient } from "../../../test/api.ts";
import { testCause } from "../../../test/auth.ts";
import { addAddress, addManagedAccount, addToken, contractOf } from "../../../test/token-holders.ts";
import {
  booksOf,
  fund,
  type MovementApi,
  post,
  sanctionedAddress,
  startMovementApi,
} from "../../../test/token-movements.ts";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { setLimit } from "../limits/change-limits.ts";

let api: MovementApi;
let client: TestClient;
let anna: string;
let bert: string;

const newId = createIdFactory(systemClock);
const nowhere = newId<"address">();

beforeAll(async () => {
  api = await startMovementApi();
  client = await api.createClient({ selfAttested: true });
  await addToken(api, { issuer: client.accountId, valueType: "ACME", chains: ["base", "solana"] });
  anna = await addAddress(api, { accountId: client.accountId });
  bert = await addAddress(api, { accountId: client.accountId });
  await fund(api, client, end(anna), "100");
});

afterAll(() => api.stop());

const end = (address_id: string, overrides: object = {}) => ({
  address_id,
  value_type: "ACME",
  transfer_type: "base",
  ...overrides,
});
const transfer = (overrides: object = {}) => ({
  amount: "10",
  source: end(anna),
  destination: end(bert),
  ...overrides,
});

function refusalOf({ status, body }: ApiResponse) {
  return {
    status,
    code: body.code,
    pointers: body.errors?.map(({ pointer }: { pointer: string }) => pointer),
  };
}

async function refused(body: unknown, who: TestClient = client, accountId: string = who.accountId) {
  return refusalOf(await post(api, { client: who, accountId }, "transfers", body));
}

const invalid = (...pointers: string[]) => ({ status: 400, code: "validation_failed", pointers });
const uncovered = { status: 422, code: "insufficient_balance", pointers: ["/amount"] };
const impossible = (pointer: string) => ({ status: 422, code: "unprocessable", pointers: [pointer] });

describe("invalid body, 400", () => {
  test.each([
    ["no amount", { amount: undefined }, ["/amount"]],
    ["a number", { amount: 10 }, ["/amount"]],
    ["zero", { amount: "0.000000" }, ["/amount"]],
    ["too many decimals", { amount: "1.0000001" }, ["/amount"]],
    ["too many digits", { amount: "1234567890123456789" }, ["/amount"]],
    ["a negative amount", { amount: "-1" }, ["/amount"]],
    ["an exponent", { amount: "1e3" }, ["/amount"]],
    ["no source", { source: undefined }, ["/source"]],
    ["an unknown field", { memo: "x" }, ["/memo"]],
    [
      "no address, and an invalid id",
      {
        source: { value_type: "ACME", transfer_type: "base" },
        destination: end("short"),
      },
      ["/source/address_id", "/destination/address_id"],
    ],
    ["a bank rail", { source: end(nowhere, { transfer_type: "wire" }) }, ["/source/transfer_type"]],
  ] as const)("%s", async (_name, overrides, pointers) => {
    expect(await refused(transfer(overrides))).toEqual(invalid(...pointers));
  });

  test("a request without an Idempotency-Key", async () => {
    const path = `/accounts/${client.accountId}/tokens/transfers`;
    const { status, body } = await api.request("POST", path, { token: client.token, body: transfer() });
    expect({ status, code: body.code }).toEqual({ status: 400, code: "idempotency_key_missing" });
  });
});

test("different value types return 400 with a detail", async () => {
  const body = transfer({ destination: end(bert, { value_type: "OTHER" }) });
  const response = await post(api, { client }, "transfers", body);
  expect(refusalOf(response)).toEqual(invalid("/destination/value_type"));
  expect(response.body).toMatchObject({
    title: "Bad Request",
    detail: "source and destination value_type must be equal; a token transfer cannot change the token",
  });
});

test("an account that is not self-attested returns 403, one that is not visible 404", async () => {
  const standard = await api.createClient({ selfAttested: false });
  expect(await refused(transfer(), standard)).toEqual({ status: 403, code: "not_a_tokenization_account" });
  expect(await refused(transfer(), standard, client.accountId)).toEqual({ status: 404, code: "not_found" });
});

test("an account that is not complete cannot create movements", async () => {
  const managed = await addManagedAccount(api, client.accountId, { status: "pending" });
  const { status, code } = await refused(transfer(), client, managed);
  expect({ status, code }).toEqual({ status: 422, code: "unprocessable" });
});

describe("addresses, 404", () => {
  const notFound = (pointer: string) => ({ status: 404, code: "address_not_found", pointers: [pointer] });

  test("an address that does not exist", async () => {
    const here = { source: end(nowhere) };
    expect(await refused(transfer(here))).toEqual(notFound("/source/address_id"));
    const there = { destination: end(nowhere) };
    expect(await refused(transfer(there))).toEqual(notFound("/destination/address_id"));
  });

  test("an address of another tenant or network", async () => {
    const other = await api.createClient({ selfAttested: true });
    const foreign = await addAddress(api, { accountId: other.accountId });
    const mainnet = await addAddress(api, { accountId: client.accountId, network: "mainnet" });
    for (const id of [foreign, mainnet]) {
      expect(await refused(transfer({ destination: end(id) }))).toEqual(notFound("/destination/address_id"));
    }
  });

  test("a source of another account, and for a managed account every address but its own", async () => {
    const managed = await addManagedAccount(api, client.accountId);
    const theirs = await addAddress(api, { accountId: managed, tenant: client.accountId });
    expect(await refused(transfer({ source: end(theirs) }))).toEqual(notFound("/source/address_id"));
    const own = await api.createManagedClient(managed, client.accountId);
    const body = transfer({ source: end(theirs), destination: end(bert) });
    expect(await refused(body, own)).toEqual(notFound("/destination/address_id"));
  });
});

describe("chains and token, 422", () => {
  test("a chain that the address does not have", async () => {
    const body = transfer({ destination: end(bert, { transfer_type: "solana" }) });
    expect(await refused(body)).toEqual(impossible("/destination/transfer_type"));
  });

  test("a chain that the token is not on", async () => {
    const body = transfer({ source: end(anna, { transfer_type: "ethereum" }) });
    expect(await refused(body)).toEqual(impossible("/source/transfer_type"));
  });

  test("a token that does not exist, is issued by another tenant, or is not attested", async () => {
    const other = await api.createClient({ selfAttested: true });
    await addToken(api, { issuer: other.accountId, valueType: "THEIRS" });
    await addToken(api, { issuer: undefined, valueType: "TESTUSD", kind: "third_party" });
    for (const value_type of ["NOSUCH", "THEIRS", "TESTUSD"]) {
      const body = transfer({ source: end(anna, { value_type }), destination: end(bert, { value_type }) });
      expect(await refused(body)).toEqual(impossible("/source/value_type"));
    }
  });

  test("an archived destination, and an external source", async () => {
    const { accountId } = client;
    const archived = await addAddress(api, { accountId, kind: "external", status: "archived" });
    expect(await refused(transfer({ destination: end(archived) }))).toEqual(
      impossible("/destination/address_id"),
    );
    const external = await addAddress(api, { accountId, kind: "external" });
    expect(await refused(transfer({ source: end(external) }))).toEqual(impossible("/source/address_id"));
  });

  test("the source as destination, also under another id", async () => {
    expect(await refused(transfer({ destination: end(anna) }))).toEqual(impossible("/destination"));
  });

  test("an address with a new sanctions match, which is reported", async () => {
    const { accountId } = client;
    const items = await addAddress(api, { accountId, kind: "external", text: sanctionedAddress });
    const pointers = ["/destination/address_id"];
    const before = api.sanctionedAttempts();
    const outcome = await refused(transfer({ destination: end(items) }));
    expect(outcome).toEqual({ status: 422, code: "address_not_allowed", pointers });
    expect(api.sanctionedAttempts()).toBe(before + 1);
  });

  test("an address that is a token contract or a program", async () => {
    const { accountId } = client;
    const kind = "external";
    const contract = await addAddress(api, { accountId, kind, text: contractOf("ACME", "base") });
    expect(await refused(transfer({ destination: end(contract) }))).toEqual(
      impossible("/destination/address_id"),
    );
    const text = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
    const program = await addAddress(api, { accountId, kind, text, chains: ["solana"] });
    const destination = end(program, { transfer_type: "solana" });
    expect(refusalOf(await post(api, { client }, "mints", { amount: "1", destination }))).toEqual(
      impossible("/destination/address_id"),
    );
  });

  test("the issuer account of a Stellar asset, where tokens are burned", async () => {
    const { accountId } = client;
    const issuer = addressOf.stellar("issuer of an asset");
    await addToken(api, {
      issuer: accountId,
      valueType: "STAR",
      chains: ["stellar"],
      contract: `STAR:${issuer}`,
    });
    const id = await addAddress(api, { accountId, kind: "external", text: issuer, chains: ["stellar"] });
    const destination = { address_id: id, value_type: "STAR", transfer_type: "stellar" };
    expect(refusalOf(await post(api, { client }, "mints", { amount: "1", destination }))).toEqual(
      impossible("/destination/address_id"),
    );
  });
});

describe("more than the maximum supply of a chain", () => {
  const largest = {
    ethereum: "1000000000000000.00",
    solana: "18446744073709.551615",
    stellar: "922337203685.47758",
  };

  test.each([
    ["ethereum", "1000000000000000.000001"],
    ["solana", "18446744073709.551616"],
    ["stellar", "922337203685.477581"],
  ] as const)("returns 422 on %s with the largest amount", async (chain, amount) => {
    const valueType = `MUCH${chain.slice(0, 2)}`;
    const { accountId } = client;
    await addToken(api, { issuer: accountId, valueType, chains: [chain] });
    const address = await addAddress(api, { accountId, chains: [chain] });
    const destination = { address_id: address, value_type: valueType, transfer_type: chain };
    const mint = (units: string) => post(api, { client }, "mints", { amount: units, destination });
    const response = await mint(amount);
    expect(refusalOf(response)).toEqual(impossible("/amount"));
    expect(response.body.detail).toContain(largest[chain]);
  });

  test("includes existing supply, also for bridges", async () => {
    const other = await api.createClient({ selfAttested: true });
    const { accountId } = other;
    await addToken(api, { issuer: accountId, valueType: "BRIM", chains: ["base", "stellar"] });
    const [onBase, onStellar] = [
      { address_id: await addAddress(api, { accountId }), value_type: "BRIM", transfer_type: "base" },
      {
        address_id: await addAddress(api, { accountId, chains: ["stellar"] }),
        value_type: "BRIM",
        transfer_type: "stellar",
      },
    ];
    await fund(api, other, onStellar, "922337203685");
    await fund(api, other, onBase, "10");
    const excess = await post(api, { client: other }, "mints", { amount: "0.5", destination: onStellar });
    expect(refusalOf(excess)).toEqual(impossible("/amount"));
    expect(excess.body.detail).toContain("0.47758");
    const bridge = { amount: "0.5", source: onBase, destination: onStellar };
    expect(await refused(bridge, other)).toEqual(impossible("/amount"));
    expect((await post(api, { client: other }, "transfers", { ...bridge, amount: "0.4" })).status).toBe(201);
    expect((await post(api, { client: other }, "mints", { amount: "1", destination: onBase })).status).toBe(
      201,
    );
  });
});

test("more than the available balance returns 422", async () => {
  const response = await post(api, { client }, "transfers", transfer({ amount: "100.000001" }));
  expect(refusalOf(response)).toEqual(uncovered);
  expect(response.body.detail).toBe("only 100.00 ACME is available");
});

test("limits apply to mints, transfers and burns, which count together toward the day", async () => {
  const limited = await api.createClient({ selfAttested: true });
  const { accountId } = limited;
  await addToken(api, { issuer: accountId, valueType: "CAPPED" });
  const [here, there] = [await addAddress(api, { accountId }), await addAddress(api, { accountId })].map(
    (address) => end(address, { value_type: "CAPPED" }),
  );
  if (here === undefined || there === undefined) throw new Error("two addresses");
  await fund(api, limited, here, "40");
  await api.database.transaction((tx) =>
    setLimit(api.deps, tx, {
      cause: testCause,
      managingAccountId: accountId,
      network: "testnet",
      accountId: undefined,
      transferType: undefined,
      perTransferCents: 2_000n,
      dailyCents: 6_000n,
    }),
  );
  const create = (plural: "mints" | "transfers" | "burns", amount: string) =>
    post(api, { client: limited }, plural, {
      amount,
      ...(plural === "mints" ? {} : { source: here }),
      ...(plural === "burns" ? {} : { destination: there }),
    });
  for (const plural of ["mints", "transfers", "burns"] as const) {
    const response = await create(plural, "20.000001");
    expect(refusalOf(response)).toEqual({ status: 422, code: "limit_exceeded", pointers: ["/amount"] });
  }
  expect((await create("mints", "10")).status).toBe(201);
  expect((await create("transfers", "5")).status).toBe(201);
  const excess = await create("burns", "5.01");
  expect(excess.body).toMatchObject({ code: "limit_exceeded" });
  expect(excess.body.detail).toContain("5.00 USD remains");
  expect((await create("burns", "5")).status).toBe(201);
});

test("a test chain name on mainnet returns 403", async () => {
  const mainnet = await api.createClient({ selfAttested: true, network: "mainnet" });
  const body = transfer({ source: end(anna, { transfer_type: "base_sepolia" }) });
  const pointers = ["/source/transfer_type"];
  expect(await refused(body, mainnet)).toEqual({ status: 403, code: "network_not_supported", pointers });
});

describe("only the first error is returned", () => {
  const wrong = { amount: "0", value: "OTHER", address: nowhere, chain: "ethereum" };

  test("body, then value type, account, address, chain, balance", async () => {
    const standard = await api.createClient({ selfAttested: false });
    const destination = end(wrong.address, { value_type: wrong.value, transfer_type: wrong.chain });
    const all = { amount: wrong.amount, source: end(anna), destination };
    expect(await refused(all, standard)).toEqual(invalid("/amount"));
    const shaped = { ...all, amount: "1000" };
    expect(await refused(shaped, standard)).toEqual(invalid("/destination/value_type"));
    const equal = { ...shaped, destination: end(wrong.address, { transfer_type: wrong.chain }) };
    expect(await refused(equal, standard)).toEqual({ status: 403, code: "not_a_tokenization_account" });
    expect(await refused(equal)).toMatchObject({ status: 404, code: "address_not_found" });
    const found = { ...shaped, destination: end(bert, { transfer_type: wrong.chain }) };
    expect(await refused(found)).toEqual(impossible("/destination/transfer_type"));
    const supported = { ...shaped, destination: end(bert) };
    expect(await refused(supported)).toEqual(uncovered);
    // A missing destination comes before a source on a wrong chain.
    const mixed = { amount: "1", source: end(anna, { transfer_type: "solana" }), destination: end(nowhere) };
    expect(await refused(mixed)).toMatchObject({ status: 404, code: "address_not_found" });
  });
});

test("only the issuer mints its token, and a burn needs a balance", async () => {
  const managed = await addManagedAccount(api, client.accountId);
  const destination = end(anna);
  const mint = await post(api, { client, accountId: managed }, "mints", { amount: "1", destination });
  expect(refusalOf(mint)).toEqual(impossible("/destination/value_type"));
  const burn = await post(api, { client }, "burns", { amount: "1", source: end(bert) });
  expect(refusalOf(burn)).toEqual(uncovered);
});

test("each operation requires its own scope", async () => {
  const reader = await api.createClient({
    accountId: client.accountId,
    scopes: ["self_attested_tokens:read"],
  });
  for (const plural of ["transfers", "mints", "burns"] as const) {
    const response = await post(api, { client: reader }, plural, {});
    expect(refusalOf(response)).toMatchObject({ status: 403, code: "insufficient_scope" });
  }
});

test("refused requests leave no trace", async () => {
  const wallet = { posted: 100_000_000n, held: 0n };
  const books = await booksOf(api.database, client.accountId);
  expect(Object.values(books)).toEqual([{ posted: -100_000_000n, held: 0n }, wallet]);
  const works = await api.worksOf(client.accountId);
  expect(works.map(({ operation }) => operation.kind)).toEqual(["mint"]);
});
