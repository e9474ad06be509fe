import { tenantOf } from "../../service/src/kernel/id.ts";
import { recordOperations } from "../../service/src/ledger/index.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { addAddress, addToken } from "../../service/test/token-holders.ts";
import type { GoodRequests } from "./good-requests.ts";

/** An account that issues tokens and has balances, with the names of its resources. */
export interface TokenContext {
  readonly issuer: TestClient;
  readonly known: Readonly<Record<string, readonly string[]>>;
  readonly good: GoodRequests;
  /** Operations that succeed only for an issuer. */
  readonly operations: readonly string[];
}

const operations = [
  "issueToken",
  "deployToken",
  "listAccountTokens",
  "createTokenTransfer",
  "listTokenTransfers",
  "getTokenTransfer",
  "createTokenMint",
  "listTokenMints",
  "getTokenMint",
  "createTokenBurn",
  "listTokenBurns",
  "getTokenBurn",
  "listTokenTransactions",
  "simulateDeposit",
  "simulateReserveReport",
  "updateAddress",
  "getAddress",
  "getAddressBalance",
];
const valueType = "FUZZ";
const plentyUnits = 10n ** 20n;

export async function prepareTokens(api: TestApi): Promise<TokenContext> {
  const issuer = await api.createClient({ selfAttested: true });
  const { accountId } = issuer;
  const [source, other] = [await addAddress(api, { accountId }), await addAddress(api, { accountId })];
  const outside = await addAddress(api, { accountId, kind: "external" });
  const token = await addToken(api, { issuer: accountId, valueType, chains: ["base"] });
  await addToken(api, { issuer: undefined, valueType: "TFUZZ", kind: "third_party", chains: ["base"] });
  await addToken(api, { issuer: accountId, valueType: "RFUZZ", kind: "fiat_backed", chains: ["base"] });
  const asset = { code: valueType, scale: token.scale };
  const wallet = { kind: "wallet", owner: source, chain: "base", asset } as const;
  const supply = { kind: "supply", owner: token.id, chain: "base", asset } as const;
  const scope = { tenantId: tenantOf(accountId), network: "testnet" } as const;
  await api.database.transaction((tx) =>
    recordOperations(api, tx, scope, [
      {
        type: "post",
        key: "fuzz/plenty",
        postings: [
          { account: supply, units: -plentyUnits },
          { account: wallet, units: plentyUnits },
        ],
      },
    ]),
  );
  return {
    issuer,
    operations,
    good: goodRequests({ source, other }),
    known: {
      address_id: [...Array<string>(4).fill(source), ...Array<string>(3).fill(other), outside],
      value_type: [...Array<string>(4).fill(valueType), "TFUZZ", "TFUZZ", "NEW1", "NEW2", "NEW3"],
      currency: ["USD"],
      kind: ["attested"],
      transfer_type: [...Array<string>(4).fill("base"), "ethereum"],
      amount: ["1", "10.5", "0.000001"],
      ...(await movementsOf(api, issuer, { source, other })),
    },
  };
}

interface Wallets {
  readonly source: string;
  readonly other: string;
}

function goodRequests({ source, other }: Wallets): GoodRequests {
  const from = endAt(source);
  const to = endAt(other);
  return {
    getAddressBalance: { query: { value_type: valueType, transfer_type: "base" } },
    getToken: { params: { value_type: "TFUZZ" } },
    deployToken: { params: { value_type: valueType }, body: { transfer_type: "ethereum" } },
    createTokenTransfer: { body: { amount: "1", source: from, destination: to } },
    createTokenMint: { body: { amount: "1", destination: from } },
    createTokenBurn: { body: { amount: "1", source: from } },
    simulateDeposit: { body: { ...from, value_type: "TFUZZ", amount: "1" } },
    simulateReserveReport: { body: { value_type: "RFUZZ" } },
  };
}

function endAt(address: string): object {
  return { address_id: address, value_type: valueType, transfer_type: "base" };
}

/** One of each kind, to be read. */
async function movementsOf(
  api: TestApi,
  { accountId, token }: TestClient,
  { source, other }: Wallets,
): Promise<Record<string, readonly string[]>> {
  const create = async (kind: string, body: object): Promise<readonly string[]> => {
    const path = `/accounts/${accountId}/tokens/${kind}`;
    const response = await api.request("POST", path, { token, idempotencyKey: `fuzz-${kind}`, body });
    if (response.status !== 201) throw new Error(`no ${kind} was created: ${response.text}`);
    return [response.body.id];
  };
  return {
    transfer_id: await create("transfers", { amount: "1", source: endAt(source), destination: endAt(other) }),
    mint_id: await create("mints", { amount: "1", destination: endAt(source) }),
    burn_id: await create("burns", { amount: "1", source: endAt(source) }),
  };
}
