import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { statement } from "../../service/src/db/statement.ts";
import { newBankRequest, newStreet } from "../../service/test/addresses.ts";
import { startTestApi, type TestApi, type TestClient } from "../../service/test/api.ts";
import { startBaseNode } from "../../service/test/chain-nodes/base-node.ts";
import type { ChainNode } from "../../service/test/chain-nodes/chain-node.ts";
import { startSolanaChainNode } from "../../service/test/chain-nodes/solana-node.ts";
import { openChainParts } from "../../service/test/chain-parts.ts";
import { createTestDatabase } from "../../service/test/database.ts";
import { eventually } from "../../service/test/eventually.ts";
import { createSanctionedAddresses } from "../../service/test/sanctioned-addresses.ts";
import { booksOf, faultsOf } from "../../service/test/token-movements.ts";
import { eventTypesOf, postToken } from "../../service/test/tokens.ts";
import { send } from "../../service/test/transfer-environment.ts";

const units = (whole: number): bigint => BigInt(whole) * 1_000_000n;
const cents = (whole: number): bigint => BigInt(whole) * 100n;
const usd = (value: string) => ({ value, currency: "USD" });
const wire = { value_type: "USD", transfer_type: "wire" };

test("onramp, swap, bridge, payout, offramp and refund: chains, ledger and bank agree", async () => {
  await using env = await openFlow();
  const { customer } = env;
  const { anna, sol, outside, checking } = customer;

  const onramp = await customer.transfer("1000", wire, anna.leg("FLOA"));
  await customer.pay(onramp, "1000");
  await customer.until(onramp, "complete");
  const swap = await customer.transfer("400", anna.leg("FLOA"), anna.leg("FLOB"));
  const bridge = await customer.transfer("200", anna.leg("FLOA"), sol.leg("FLOA"));
  await customer.until(swap, "complete");
  await customer.until(bridge, "complete");
  const payout = await customer.transfer("100.000001", anna.leg("FLOB"), outside.leg("FLOB"));
  const offramp = await customer.transfer("150", sol.leg("FLOA"), checking);
  await customer.until(payout, "complete");
  await customer.until(offramp, "complete");
  expect(await env.bankBalance()).toBe(cents(850));

  await customer.post(`/simulations/transfers/${offramp}/wire-return`, { code: "AC04" }, 202);
  await customer.until(offramp, "failed");
  await eventually(async () => expect((await customer.show(offramp)).refund.status).toBe("complete"));

  const [tokenA, tokenB] = [await customer.token("FLOA"), await customer.token("FLOB")];
  const paid = units(100) + 1n;
  expect(await env.balances("base", tokenA.base, [anna])).toEqual([units(400)]);
  expect(await env.balances("base", tokenB.base, [anna, outside])).toEqual([units(400) - paid, paid]);
  expect(await env.balances("solana", tokenA.solana, [sol])).toEqual([units(200)]);
  expect(await env.supply("base", tokenA.base)).toBe(units(400));
  expect(await env.supply("solana", tokenA.solana)).toBe(units(200));
  expect(await env.supply("base", tokenB.base)).toBe(units(400));
  const { accountId } = customer.client;
  expect(await booksOf(env.api.database, accountId)).toEqual(
    posted({
      [`wallet/${anna.id}/base/FLOA`]: units(400),
      [`wallet/${anna.id}/base/FLOB`]: units(400) - paid,
      [`wallet/${sol.id}/solana/FLOA`]: units(200),
      "external//base/FLOB": paid,
      [`supply/${tokenA.id}/base/FLOA`]: -units(400),
      [`supply/${tokenA.id}/solana/FLOA`]: -units(200),
      [`supply/${tokenB.id}/base/FLOB`]: -units(400),
      [`reserve/${tokenA.id}//USD`]: cents(600),
      [`reserve/${tokenB.id}//USD`]: cents(400),
      "external///USD": -cents(1_000),
    }),
  );
  expect(await env.bankBalance()).toBe(cents(1_000));
  expect(await env.sentFiles()).toEqual([expect.stringMatching(/^\d{8}FLRNTST1000001\.xml$/)]);
  expect(await faultsOf(env.api.database, accountId)).toEqual([]);
  const types = (await eventTypesOf(env.api.database, customer.client)).filter((type) =>
    type.startsWith("transfer."),
  );
  expect(types.toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => "transfer.completed"),
    ...Array.from({ length: 5 }, () => "transfer.created"),
    "transfer.failed",
  ]);
});

function posted(balances: Readonly<Record<string, bigint>>) {
  return Object.fromEntries(
    Object.entries(balances).map(([path, units]) => [path, { posted: units, held: 0n }]),
  );
}

/** Wires as Fedwire messages in their envelope. The guides run with plain ISO 20022. */
const fedwireMessages = {
  BANK_ISO_PROFILE: "fedwire,rtp,fednow",
  BANK_FEDWIRE_SOURCE: "FLRNTST1",
  BANK_ISO_ENVELOPE: "network",
};

/** The complete service with its workers, the sandbox bank, and two local chain nodes. */
async function openFlow() {
  const nodes: readonly ChainNode[] = [await startBaseNode(), await startSolanaChainNode()];
  const environment = Object.assign(
    { RATE_LIMIT: "off", ...fedwireMessages },
    ...nodes.map((node) => node.environment),
  );
  const masterKey = randomBytes(32);
  const testDatabase = await createTestDatabase({ maxConnections: 30 });
  const { database, target } = testDatabase;
  const { screener } = await createSanctionedAddresses();
  const parts = await openChainParts({
    chainName: "base",
    database,
    target,
    masterKey,
    environment,
    screener,
  });
  const chainOf = (chain: "base" | "solana") => parts.chains.get("testnet", chain);
  for (const [index, chain] of [chainOf("base"), chainOf("solana")].entries()) {
    await nodes[index]?.prepare(chain, parts.chains.signerOf({ network: "testnet", family: chain.family }));
  }
  const api = await startTestApi({ masterKey, testDatabase, environment });
  const close = async (): Promise<void> => {
    await api.stop();
    await parts.close();
    for (const node of nodes) await node.close();
  };
  const customer = await openCustomer(api, nodes).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    api,
    customer,
    balances: (
      chain: "base" | "solana",
      contract: string,
      holders: readonly { readonly address: string }[],
    ) =>
      chainOf(chain).balances(
        contract,
        holders.map(({ address }) => address),
      ),
    supply: (chain: "base" | "solana", contract: string) => chainOf(chain).supply(contract),
    bankBalance: async () => (await database.first(bankBalance))?.balance,
    sentFiles: async () => (await database.rows(sentFiles)).map(({ name }) => name),
    [Symbol.asyncDispose]: close,
  };
}

const bankBalance = statement<{ readonly balance: bigint }>(`
  SELECT sum(CASE direction WHEN 'credit' THEN amount_cents ELSE -amount_cents END) AS balance
    FROM sandbox_bank_bookings WHERE network = 'testnet'`);

const sentFiles = statement<{ readonly name: string }>(
  `SELECT name FROM bank_files WHERE direction = 'out' ORDER BY id`,
);

/** A verified account with two fiat-backed tokens of its own. */
async function openCustomer(api: TestApi, [base]: readonly ChainNode[]) {
  const client = await api.createClient();
  for (const [value_type, transfer_types] of [
    ["FLOA", ["base", "solana"]],
    ["FLOB", ["base"]],
  ] as const) {
    const issued = await postToken(api, client, { value_type, transfer_types, kind: "fiat_backed" });
    expect(issued.status, issued.text).toBe(201);
  }
  const customer = createCalls(api, client);
  await eventually(async () => {
    expect((await customer.token("FLOA")).status).toBe("active");
    expect((await customer.token("FLOB")).status).toBe("active");
  });
  const externalIssuer = await base?.newExternalIssuer((await customer.token("FLOB")).base);
  const bank = newBankRequest({
    transfer_types: ["wire"],
    bank_address: newStreet(),
    beneficiary_address: newStreet(),
  });
  const { id: address_id } = await customer.post("/addresses/external", bank, 201);
  return {
    ...customer,
    anna: await customer.place("internal", "base", {}),
    sol: await customer.place("internal", "solana", {}),
    outside: await customer.place("external", "base", { address: externalIssuer?.address }),
    checking: { ...wire, address_id },
  };
}

function createCalls(api: TestApi, client: TestClient) {
  const post = async (path: string, body: object, status: number) => {
    const response = await send(api, { client }, "POST", path, body);
    expect(response.status, response.text).toBe(status);
    return response.body;
  };
  const show = async (id: string) => (await send(api, { client }, "GET", `/transfers/${id}`)).body;
  return {
    client,
    post,
    show,
    place: async (kind: "internal" | "external", chain: string, fields: object) => {
      const body = { name: `On ${chain}`, transfer_types: [chain], ...fields };
      const { id, address } = await post(`/addresses/${kind}`, body, 201);
      const leg = (value_type: string) => ({ address_id: id, value_type, transfer_type: chain });
      return { id, address, leg };
    },
    transfer: async (value: string, source: object, destination: object): Promise<string> =>
      (await post("/transfers", { amount: usd(value), source, destination }, 201)).id,
    pay: (id: string, value: string) =>
      post("/simulations/payments", { transfer_id: id, amount: usd(value), type: "wire" }, 202),
    until: (id: string, status: string) =>
      eventually(async () => expect(await show(id)).toMatchObject({ status })),
    token: async (valueType: string) => {
      const { body } = await api.request("GET", `/tokens/${valueType}`, { token: client.token });
      const contractOn = (chain: string): string =>
        body.deployments.find((each: { transfer_type: string }) => each.transfer_type === chain)
          ?.contract_address;
      return { id: body.id, status: body.status, base: contractOn("base"), solana: contractOn("solana") };
    },
  };
}
