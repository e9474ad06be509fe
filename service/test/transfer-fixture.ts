import { readEvents } from "../src/events/index.ts";
import { tenantOf } from "../src/kernel/id.ts";
import { formatAmount, usd } from "../src/kernel/money.ts";
import type { LedgerAccount, Operation } from "../src/ledger/index.ts";
import type { Token } from "../src/tokens/index.ts";
import type { ApiResponse, TestClient } from "./api.ts";
import { addAddress, addToken } from "./token-holders.ts";
import { booksOf, faultsOf } from "./token-movements.ts";
import { record } from "./tokens.ts";
import { type Call, send, type TransferApi } from "./transfer-environment.ts";

/** Two tokens issued on this instance, and a third-party token. */
export interface TestTokens {
  readonly FUSD: Token;
  readonly GUSD: Token;
  readonly XUSD: Token;
}

export async function addTestTokens(api: TransferApi): Promise<TestTokens> {
  const add = (valueType: string, kind: Token["kind"]) =>
    addToken(api, { issuer: undefined, valueType, kind, chains: ["base", "solana"] });
  return {
    FUSD: await add("FUSD", "fiat_backed"),
    GUSD: await add("GUSD", "fiat_backed"),
    XUSD: await add("XUSD", "third_party"),
  };
}

/** An account with two wallets, a bank account, an external address and a treasury, and its actions. */
export interface Fixture {
  readonly client: TestClient;
  readonly anna: string;
  readonly bert: string;
  readonly sol: string;
  readonly outside: string;
  readonly checking: string;
  /** Source or destination of a transfer. */
  on(address: string, valueType?: keyof TestTokens, chain?: string): object;
  by(rail: string, address?: string): object;
  /** Mints tokens against dollars, or deposits third-party tokens. */
  fund(address: string, valueType: keyof TestTokens, dollars: bigint): Promise<void>;
  fillTreasury(valueType: keyof TestTokens | "USD", dollars: bigint): Promise<void>;
  /** Dollars that the operator earned. */
  earnFees(dollars: bigint): Promise<void>;
  /** The opposite. */
  withdrawFees(dollars: bigint): Promise<void>;
  post(path: string, body: unknown, call?: Partial<Call>): Promise<ApiResponse>;
  get(path: string): Promise<ApiResponse>;
  delete(path: string): Promise<ApiResponse>;
  /** Creates a transfer of this many dollars, which must be accepted; returns its id. */
  create(value: string, source: object, destination: object, more?: object): Promise<string>;
  show(id: string): Promise<ApiResponse["body"]>;
  /** Sends a wire to the instructions of a transfer; the bank reports it. */
  wire(id: string, value: string): Promise<void>;
  /** Every ledger account with a balance, in dollars, with names for ids. */
  books(): Promise<Readonly<Record<string, string>>>;
  faults(): Promise<readonly unknown[]>;
  /** Published transfer events, oldest first. */
  events(): Promise<readonly { readonly type: string; readonly data: unknown }[]>;
}

export const wireIn = { value_type: "USD", transfer_type: "wire" };

let entries = 0;

export async function openFixture(api: TransferApi, tokens: TestTokens): Promise<Fixture> {
  const client = await api.createClient();
  const { accountId } = client;
  const anna = await addAddress(api, { accountId });
  const bert = await addAddress(api, { accountId });
  const sol = await addAddress(api, { accountId, chains: ["solana"] });
  const outside = await addAddress(api, { accountId, kind: "external" });
  const checking = await api.addBank(client);
  const vault = await addAddress(api, { accountId, purpose: "treasury" });
  await addAddress(api, { accountId, purpose: "treasury", chains: ["solana"] });
  const names = new Map([
    ...Object.entries({ anna, bert, sol, vault }).map(([name, id]) => [id, name] as const),
    ...Object.values(tokens).map(({ id, valueType }: Token) => [id as string, valueType] as const),
    [accountId as string, "account"],
  ]);
  const recordIn = (operations: readonly Operation[]) => record(api.database, accountId, operations);
  const call = (method: string, path: string, body?: unknown, more: Partial<Call> = {}) =>
    send(api, { client, ...more }, method, path, body);
  const fixture: Fixture = {
    client,
    anna,
    bert,
    sol,
    outside,
    checking,
    on: (address_id, value_type = "FUSD", transfer_type = "base") => ({
      address_id,
      value_type,
      transfer_type,
    }),
    by: (transfer_type, address_id = checking) => ({ address_id, value_type: "USD", transfer_type }),
    fund: (address, valueType, dollars) => recordIn(funding(tokens[valueType], address, dollars)),
    fillTreasury: (valueType, dollars) =>
      recordIn([
        valueType === "USD"
          ? move(atBank, { kind: "treasury", asset: usd }, dollars)
          : move(outsideOf(valueType), { ...outsideOf(valueType), kind: "treasury", owner: vault }, dollars),
      ]),
    earnFees: (dollars) => recordIn([move(atBank, fees, dollars)]),
    withdrawFees: (dollars) => recordIn([move(fees, atBank, dollars)]),
    post: (path, body, more) => call("POST", path, body, more),
    get: (path) => call("GET", path),
    delete: (path) => call("DELETE", path),
    create: async (value, source, destination, more = {}) => {
      const body = { amount: { value, currency: "USD" }, source, destination, ...more };
      return acceptedId(await call("POST", "/transfers", body));
    },
    show: async (id) => (await call("GET", `/transfers/${id}`)).body,
    wire: async (id, value) => {
      const body = { transfer_id: id, amount: { value, currency: "USD" }, type: "wire" };
      const response = await call("POST", "/simulations/payments", body);
      if (response.status !== 202) throw new Error(`no wire: ${response.text}`);
      await api.bank();
    },
    books: async () => inDollars(await booksOf(api.database, accountId), names),
    faults: () => faultsOf(api.database, accountId),
    events: () => transferEvents(api, client),
  };
  return fixture;
}

function acceptedId({ status, text, body }: ApiResponse): string {
  if (status !== 201) throw new Error(`no transfer: ${text}`);
  return body.id;
}

const atBank: LedgerAccount = { kind: "external", asset: usd };
const fees: LedgerAccount = { kind: "fees", asset: usd };

function outsideOf(valueType: string): LedgerAccount {
  return { kind: "external", chain: "base", asset: { code: valueType, scale: 6 } };
}

function funding({ id, valueType, kind }: Token, address: string, dollars: bigint): readonly Operation[] {
  const wallet: LedgerAccount = { ...outsideOf(valueType), kind: "wallet", owner: address };
  if (kind === "third_party") return [move(outsideOf(valueType), wallet, dollars)];
  return [
    move(atBank, { kind: "reserve", owner: id, asset: usd }, dollars),
    move({ ...outsideOf(valueType), kind: "supply", owner: id }, wallet, dollars),
  ];
}

function move(off: LedgerAccount, on: LedgerAccount, dollars: bigint): Operation {
  entries += 1;
  const units = dollars * 10n ** BigInt(on.asset.scale);
  return {
    type: "post",
    key: `test/${entries}`,
    postings: [
      { account: off, units: -units },
      { account: on, units },
    ],
  };
}

function inDollars(
  books: Awaited<ReturnType<typeof booksOf>>,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(books).map(([path, { posted, held }]) => {
      const parts = path.split("/").map((part) => names.get(part) ?? part);
      const asset = { code: "", scale: path.endsWith("/USD") ? usd.scale : 6 };
      const aside = held === 0n ? "" : `, ${formatAmount({ units: held, asset })} held`;
      return [parts.filter((part) => part !== "").join(" "), formatAmount({ units: posted, asset }) + aside];
    }),
  );
}

const manyEvents = 100;

async function transferEvents({ database }: TransferApi, { accountId }: TestClient) {
  const owner = { tenantId: tenantOf(accountId), network: "testnet", accountId } as const;
  const all = await readEvents(database, { ...owner, order: "oldest_first", limit: manyEvents });
  return all.filter(({ type }) => type.startsWith("transfer.")).map(({ type, data }) => ({ type, data }));
}
