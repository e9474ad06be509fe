import type { ChainWorkOwner } from "../../service/src/chains/engine/chain-work.ts";
import { createChainWork, operationFromJson } from "../../service/src/chains/engine/work-store.ts";
import { statement } from "../../service/src/db/statement.ts";
import { createEventLog } from "../../service/src/events/index.ts";
import { createKeyRing } from "../../service/src/kernel/envelope.ts";
import { createIdFactory, tenantOf } from "../../service/src/kernel/id.ts";
import type { Clock } from "../../service/src/kernel/instant.ts";
import { usd } from "../../service/src/kernel/money.ts";
import { recordOperations } from "../../service/src/ledger/index.ts";
import { createPayments } from "../../service/src/payments/index.ts";
import { createBankWork } from "../../service/src/rails/engine/create-bank-work.ts";
import { sandboxIdentity } from "../../service/src/rails/sandbox-identity.ts";
import { transfersChainOwner } from "../../service/src/transfers/index.ts";
import type { TestApi, TestClient } from "../../service/test/api.ts";
import { eventually } from "../../service/test/eventually.ts";
import { storeReport } from "../../service/test/reserve-reports.ts";
import { addAddress, addToken } from "../../service/test/token-holders.ts";
import type { BankLinkContext } from "./bank-link-context.ts";
import type { GoodRequests } from "./good-requests.ts";

/** Transfers in every status, and automations, of an account with a wallet and bank accounts. */
export interface MoneyContext {
  readonly good: GoodRequests;
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** A transfer that is accepted with any amount. */
  readonly wireIn: { readonly destination: object };
}

export const moneyOperations = [
  "createTransfer",
  "listTransfers",
  "quoteTransfer",
  "getTransfer",
  "cancelTransfer",
  "listPayments",
  "getPayment",
  "simulatePayment",
  "simulateAchReturn",
  "simulateWireReturn",
  "simulateReturn",
  "simulateReject",
  "simulateSettlement",
  "getSimulatedClock",
  "setSimulatedClock",
  "listAutomations",
  "createAutomation",
  "getAutomation",
  "updateAutomation",
];

export interface MoneyParts {
  readonly client: TestClient;
  readonly masterKey: Buffer;
  readonly banks: Pick<BankLinkContext, "linked" | "payee">;
}

/** A backed token, so that it can be bought and sold. */
const valueType = "BFUZZ";
/** The month of its reserve report. */
const month = "2026-10";

export async function prepareMoney(api: TestApi, parts: MoneyParts): Promise<MoneyContext> {
  const { client, banks } = parts;
  const { accountId } = client;
  const wallet = await addAddress(api, { accountId });
  await addBackedTokens(api, client, wallet);
  const onBase = { address_id: wallet, value_type: valueType, transfer_type: "base" };
  const amount = { value: "1.00", currency: "USD" };
  const atBank = (address_id: string, transfer_type: string) => ({
    address_id,
    value_type: "USD",
    transfer_type,
  });
  const wireIn = { amount, source: { value_type: "USD", transfer_type: "wire" }, destination: onBase };
  const wireOut = { amount, source: onBase, destination: atBank(banks.payee, "wire") };
  const debit = { amount, source: atBank(banks.linked, "ach_debit"), destination: onBase };
  const toBase = { name: "On", source: { value_type: "USD" }, destination: onBase };
  const post = sender(api, client);
  const waiting = (await post("/transfers", wireIn)).id;
  const canceled = (await post("/transfers", wireIn)).id;
  const [automation, disabled] = [await post("/automations", toBase), await post("/automations", toBase)];
  const { transfer: sent, payment } = await payOut(api, parts, wireOut);
  const [returned, rejected, settled, sentBack] = await atTheBank(api, client, [debit, debit, debit, debit]);
  const of = (transfer: string | undefined) => ({ params: { transfer_id: transfer ?? "" } });
  return {
    wireIn,
    good: {
      getReserves: { params: { value_type: valueType } },
      getTransparency: { params: { value_type: valueType } },
      getTransparencyPage: { params: { value_type: valueType } },
      getReserveReport: { params: { value_type: valueType, month } },
      getReserveReportPage: { params: { value_type: valueType, month } },
      createTransfer: { body: debit },
      quoteTransfer: { body: wireOut },
      getTransfer: of(sent),
      cancelTransfer: of(canceled),
      getPayment: { params: { payment_id: payment } },
      simulatePayment: { body: { transfer_id: waiting, amount, type: "wire" } },
      simulateAchReturn: of(returned),
      simulateWireReturn: of(sent),
      simulateReturn: { ...of(sentBack), body: { code: "R03" } },
      simulateReject: of(rejected),
      simulateSettlement: of(settled),
      createAutomation: { body: toBase },
      getAutomation: { params: { automation_id: automation.id } },
      updateAutomation: { params: { automation_id: disabled.id } },
    },
    known: {
      transfer_id: [waiting, canceled, sent, returned, rejected, settled].map(String),
      payment_id: [payment],
      automation_id: [automation.id, disabled.id],
    },
  };
}

type Post = (path: string, body: object) => Promise<{ readonly id: string }>;

function sender(api: TestApi, { token, accountId }: TestClient): Post {
  return async (path, body) => {
    const idempotencyKey = crypto.randomUUID();
    const response = await api.request("POST", `/accounts/${accountId}${path}`, {
      token,
      idempotencyKey,
      body,
    });
    if (response.status >= 300) throw new Error(`no ${path} to begin with: ${response.text}`);
    return response.body;
  };
}

const dollars = 1_000_000_000n;

async function addBackedTokens(api: TestApi, { accountId }: TestClient, wallet: string): Promise<void> {
  const token = await addToken(api, {
    issuer: undefined,
    valueType,
    kind: "fiat_backed",
    chains: ["base", "ethereum"],
  });
  await storeReport(api.database, token, month);
  const asset = { code: valueType, scale: token.scale };
  const on = { chain: "base", asset } as const;
  const units = dollars * 10n ** BigInt(token.scale);
  const cents = dollars * 10n ** BigInt(usd.scale);
  const scope = { tenantId: tenantOf(accountId), network: "testnet" } as const;
  await api.database.transaction((tx) =>
    recordOperations(api, tx, scope, [
      {
        type: "post",
        key: "fuzz/dollars",
        postings: [
          { account: { kind: "external", asset: usd }, units: -cents },
          { account: { kind: "reserve", owner: token.id, asset: usd }, units: cents },
        ],
      },
      {
        type: "post",
        key: "fuzz/backed",
        postings: [
          { account: { kind: "supply", owner: token.id, ...on }, units: -units },
          { account: { kind: "wallet", owner: wallet, ...on }, units },
        ],
      },
    ]),
  );
}

interface PaidOut {
  readonly transfer: string;
  readonly payment: string;
}

/** No chain runs here, so the test reports the burn; the wire then goes to the sandbox bank automatically. */
async function payOut(api: TestApi, { client, masterKey }: MoneyParts, input: object): Promise<PaidOut> {
  const { id: transfer } = await sender(api, client)("/transfers", input);
  const [work] = await api.database.rows(selectWork, [transfer]);
  if (work === undefined) throw new Error("the transfer has no chain operation");
  const scope = { tenantId: tenantOf(client.accountId), network: "testnet", chain: "base" } as const;
  const outcome = { ok: true, transactionId: "0xfuzz", contract: undefined } as const;
  const operation = operationFromJson(work.operation);
  const settled = { id: work.id, chain: scope.chain, subject: transfer, operation, outcome };
  await api.database.transaction((tx) => chainOwner(api.clock, masterKey).settle(tx, scope, [settled]));
  const path = `/accounts/${client.accountId}/transfers/${transfer}`;
  const { body } = await api.request("GET", path, { token: client.token });
  const payment: string = body.destination.payment_id;
  await until(api, [payment], isSent);
  return { transfer, payment };
}

interface WorkRow {
  readonly id: string;
  readonly operation: object;
}

const selectWork = statement<WorkRow>("SELECT id, operation FROM chain_work WHERE subject = $1 ORDER BY id");

function chainOwner(clock: Clock, masterKey: Buffer): ChainWorkOwner {
  const wakeUp = { nudge: () => {}, listen: () => () => {} };
  const newId = createIdFactory(clock);
  const common = { clock, newId, wakeUp, keyRing: createKeyRing(masterKey) };
  const bankWork = createBankWork(common);
  const bankOf = () => ({ identity: sandboxIdentity("testnet") });
  return transfersChainOwner({
    ...common,
    chainWork: createChainWork(common),
    payments: createPayments({ ...common, bankWork, bankOf }),
    eventLog: createEventLog(common),
  });
}

/** Debits that the bank has and has not settled: by the calendar, settlement takes until the next day. */
async function atTheBank(
  api: TestApi,
  client: TestClient,
  inputs: readonly object[],
): Promise<readonly string[]> {
  await setClock(api, client, { mode: "calendar" });
  const transfers: string[] = [];
  for (const input of inputs) transfers.push((await sender(api, client)("/transfers", input)).id);
  const payments: string[] = [];
  for (const transfer of transfers) {
    const path = `/accounts/${client.accountId}/transfers/${transfer}`;
    const { body } = await api.request("GET", path, { token: client.token });
    payments.push(body.source.payment_id);
  }
  // Bank entries without a window would get a later one after this.
  await until(api, payments, isPlanned);
  await setClock(api, client, { advance: "next_window" });
  await until(api, payments, isSent);
  return transfers;
}

async function setClock(api: TestApi, { token }: TestClient, body: object): Promise<void> {
  const response = await api.request("POST", "/simulations/clock", { token, body });
  if (response.status !== 200) throw new Error(`no clock: ${response.text}`);
}

interface EntryRow {
  readonly state: string;
  readonly isPlanned: boolean;
}

const selectEntries = statement<EntryRow>(
  `SELECT state, leaves_at IS NOT NULL AS is_planned FROM bank_entries WHERE id = ANY($1)`,
);

function isPlanned(entry: EntryRow): boolean {
  return entry.isPlanned;
}

function isSent({ state }: EntryRow): boolean {
  return state !== "queued" && state !== "filed";
}

/** Waits until the bank has the files, which are sent automatically. */
function until(
  { database }: TestApi,
  payments: readonly string[],
  isSo: (entry: EntryRow) => boolean,
): Promise<void> {
  return eventually(async () => {
    const entries = await database.rows(selectEntries, [payments]);
    if (entries.filter(isSo).length < payments.length)
      throw new Error("the bank does not have all entries yet");
  });
}
