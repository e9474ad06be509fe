import { randomBytes, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Account, Keypair, Memo, MuxedAccount } from "@stellar/stellar-base";
import { getAddress } from "viem/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NodePool } from "../../service/src/chains/node-pool.ts";
import { toBase58 } from "../../service/src/chains/solana/base58.ts";
import { assetOf } from "../../service/src/chains/stellar/stellar-asset.ts";
import { localPassphrases } from "../../service/src/sandbox-ports.ts";
import { fewChains } from "../../service/test/chains-off.ts";
import { eventually } from "../../service/test/eventually.ts";
import { memoOf, nodesOf } from "../../service/test/local-solana.ts";
import { connectLocalStellar, type LocalStellar } from "../../service/test/local-stellar.ts";
import { type RunningService, startService } from "../guides/start-service.ts";
import { type DemoClient, openDemoClient, type Reply } from "../section-12/demo-client.ts";

/** Section 13 of the contract, row "Chain memos": requests, responses, and the transactions that recipients get. */

let service: RunningService;
let client: DemoClient;
let stellar: LocalStellar;
let solana: NodePool;
let wallets: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await startService({ ...fewChains, CHAIN_TESTNET_STELLAR_RPC_URLS: "" });
  client = await openDemoClient(service, "standard");
  await connectNodes();
  const chains = ["stellar", "solana", "base"];
  wallets = Object.fromEntries(
    await Promise.all(chains.map(async (chain) => [chain, await fund(chain)] as const)),
  );
});
afterAll(() => service.stop());

/** The nodes of the service's local chains. */
async function connectNodes(): Promise<void> {
  const file = await readFile(join(service.dataFolder, "chains/nodes.json"), "utf8");
  const { urls, horizonUrls } = JSON.parse(file);
  solana = nodesOf([urls["testnet/solana"]]);
  stellar = connectLocalStellar({
    url: urls["testnet/stellar"],
    horizonUrl: horizonUrls["testnet/stellar"],
    passphrase: localPassphrases.testnet,
    close: async () => {},
  });
}

const fusdOn = (chain: string) => ({ value_type: "FUSD", transfer_type: chain });

/** A custodial address with FUSD on this chain. */
async function fund(chain: string): Promise<string> {
  const { id } = await client.post("/addresses/internal", { name: chain, transfer_types: [chain] });
  await client.post("/simulations/deposits", { address_id: id, ...fusdOn(chain), amount: "1000" });
  await eventually(async () => {
    const query = `?value_type=FUSD&transfer_type=${chain}`;
    expect((await client.get(`/addresses/${id}/balance${query}`)).balance.value).toBe("1000.00");
  });
  return id;
}

/** An external Stellar account with a trustline for FUSD. */
async function newExchange(): Promise<Keypair> {
  const { deployments } = await client.get("//tokens/FUSD");
  const { contract_address } = deployments.find(
    ({ transfer_type }: { transfer_type: string }) => transfer_type === "stellar",
  );
  const exchange = await stellar.newExternalIssuer();
  await stellar.trust(exchange, assetOf(contract_address));
  return exchange;
}

async function addWallet(chain: string, address: string): Promise<string> {
  const body = { name: "Exchange", address, transfer_types: [chain] };
  return (await client.post("/addresses/external", body)).id;
}

const request = (chain: string, address_id: string, memo?: object) => ({
  amount: { value: "1.00", currency: "FUSD" },
  source: { address_id: wallets[chain], ...fusdOn(chain) },
  destination: { address_id, ...fusdOn(chain), ...(memo === undefined ? {} : { memo }) },
});

async function refusal(...given: Parameters<typeof request>) {
  const { status, body } = await client.send("POST", "/transfers", request(...given));
  return [status, body.errors?.[0]?.pointer];
}

/** The destination of a finished transfer. */
async function pay(...given: Parameters<typeof request>): Promise<Reply["body"]> {
  const created = await client.post("/transfers", request(...given));
  const { status, failure, destination } = await client.finished(`/transfers/${created.id}`);
  expect([status, failure]).toEqual(["complete", null]);
  expect(created.destination.memo).toEqual(destination.memo);
  return destination;
}

/** On the curve of both chains, as the address of a wallet is. */
const newSolanaWallet = () => addWallet("solana", toBase58(Keypair.random().rawPublicKey()));
const muxed = (of: Keypair, id: string) => new MuxedAccount(new Account(of.publicKey(), "0"), id).accountId();
const text = (value: string) => ({ type: "text", value });
const hash = "ab".repeat(32);

describe("a memo", () => {
  test.each([
    [text("Kündin 4711"), Memo.text("Kündin 4711")],
    [{ type: "id", value: "18446744073709551615" }, Memo.id("18446744073709551615")],
    [{ type: "hash", value: hash }, Memo.hash(hash)],
  ])("%j on stellar is returned, shown, and the memo of the transaction", async (memo, sent) => {
    const to = await addWallet("stellar", (await newExchange()).publicKey());
    const destination = await pay("stellar", to, memo);
    expect(destination.memo).toEqual(memo);
    const { type, value } = await stellar.memoOf(destination.transaction_id);
    expect([type, String(value)]).toEqual([sent.type, String(sent.value)]);
  });

  test("of text on solana is returned, shown, and the memo of the transaction", async () => {
    const destination = await pay("solana", await newSolanaWallet(), text("Kündin 4711"));
    expect(destination.memo).toEqual(text("Kündin 4711"));
    expect(await memoOf(solana, destination.transaction_id)).toBe("Kündin 4711");
  });

  test("is absent from the transaction if none was given: the reference of the service is elsewhere", async () => {
    const to = await addWallet("stellar", (await newExchange()).publicKey());
    const onStellar = await pay("stellar", to);
    expect(onStellar.memo).toBeNull();
    expect((await stellar.memoOf(onStellar.transaction_id)).type).toBe("none");
    const onSolana = await pay("solana", await newSolanaWallet());
    expect(onSolana.memo).toBeNull();
    expect(await memoOf(solana, onSolana.transaction_id)).toBe("");
  });

  test("that the chain cannot carry is refused with its field", async () => {
    const onBase = await addWallet("base", getAddress(`0x${randomBytes(20).toString("hex")}`));
    expect(await refusal("base", onBase, text("4711"))).toEqual([400, "/destination/memo"]);
    const onSolana = await newSolanaWallet();
    for (const memo of [
      { type: "id", value: "4711" },
      { type: "hash", value: hash },
    ])
      expect(await refusal("solana", onSolana, memo)).toEqual([400, "/destination/memo/type"]);
    const to = await addWallet("stellar", (await newExchange()).publicKey());
    for (const memo of [
      text("a".repeat(29)),
      text("ä".repeat(15)),
      { type: "id", value: "18446744073709551616" },
      { type: "id", value: "-1" },
      { type: "hash", value: hash.slice(1) },
    ])
      expect(await refusal("stellar", to, memo)).toEqual([400, "/destination/memo/value"]);
    expect(await refusal("stellar", to, { type: "return", value: hash })).toEqual([
      400,
      "/destination/memo/type",
    ]);
    const ofAccount = wallets["stellar"] ?? "";
    expect(await refusal("stellar", ofAccount, text("4711"))).toEqual([422, "/destination/memo"]);
  });

  test("is part of the request of an idempotency key", async () => {
    const to = await addWallet("stellar", (await newExchange()).publicKey());
    const key = randomUUID();
    const send = (memo?: object) => client.send("POST", "/transfers", request("stellar", to, memo), key);
    const first = await send(text("4711"));
    const again = await send(text("4711"));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(first.body.id);
    for (const memo of [text("4712"), { type: "id", value: "4711" }, undefined])
      expect((await send(memo)).status).toBe(422);
  });
});

test("an address that requires a memo is refused without one, and paid with one", async () => {
  const exchange = await newExchange();
  await stellar.requireMemo(exchange);
  const to = await addWallet("stellar", exchange.publicKey());
  expect(await refusal("stellar", to)).toEqual([422, "/destination/memo"]);
  expect((await pay("stellar", to, text("4711"))).memo).toEqual(text("4711"));
});

test("a muxed address is paid and shown as given, needs no memo, and takes none", async () => {
  const exchange = await newExchange();
  await stellar.requireMemo(exchange);
  const address = muxed(exchange, "4711");
  const to = await addWallet("stellar", address);
  expect((await client.get(`/addresses/${to}`)).address).toBe(address);
  expect(await refusal("stellar", to, text("4711"))).toEqual([422, "/destination/memo"]);
  expect((await pay("stellar", to)).memo).toBeNull();
});
