import { findAddresses } from "../addresses/index.ts";
import type { LedgerAccount, StatementEntry } from "../ledger/index.ts";
import { findPayments, type StoredPayment } from "../payments/index.ts";
import { findDepositSenders } from "../tokens/index.ts";
import { findTransfers, type Transfer } from "../transfers/index.ts";
import { causeOfRecord } from "./record-cause.ts";
import type { ReportDeps, ReportRequest } from "./report.ts";

/** An entry in words. */
export interface DescribedEntry {
  readonly type: string;
  readonly counterparty: string;
  /** What the counterparty or the bank knows it by; otherwise our id. */
  readonly reference: string;
}

interface Facts {
  readonly transfers: ReadonlyMap<string, Transfer>;
  readonly payments: ReadonlyMap<string, StoredPayment>;
  /** By address id. */
  readonly names: ReadonlyMap<string, string>;
  /** By the id of the transaction on its chain. */
  readonly senders: ReadonlyMap<string, string>;
}

/** The entries of a page of a wallet's statement, in their order. */
export async function describeEntries(
  deps: ReportDeps,
  scope: Pick<ReportRequest, "tenantId" | "network">,
  wallet: LedgerAccount,
  entries: readonly StatementEntry[],
): Promise<readonly DescribedEntry[]> {
  const facts = await loadFacts(deps, scope, entries);
  return entries.map((entry) => describeEntry(entry, wallet, facts));
}

async function loadFacts(
  { database, keyRing }: ReportDeps,
  scope: Pick<ReportRequest, "tenantId" | "network">,
  entries: readonly StatementEntry[],
): Promise<Facts> {
  const ids = entries.flatMap(({ key }) => transferIdOf(key) ?? []);
  const transfers = await findTransfers(database, scope, ids);
  const ends = transfers.flatMap(({ source, destination }) => [source, destination]);
  const paymentIds = ends.flatMap((end) => (end.medium === "bank" ? (end.paymentId ?? []) : []));
  const payments = await findPayments(keyRing, database, scope, paymentIds);
  const addressIds = ends.flatMap(({ addressId }) => addressId ?? []);
  const addresses = await findAddresses(database, scope, addressIds);
  const transactions = entries.flatMap(({ key }) => depositOf(key) ?? []);
  return {
    transfers: new Map(transfers.map((transfer) => [transfer.id, transfer])),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    names: new Map(addresses.map(({ id, name }) => [id, name])),
    senders: await findDepositSenders(database, scope, transactions),
  };
}

function transferIdOf(key: string): string | undefined {
  const { type, id } = causeOfRecord(key);
  return type === "transfer" ? id : undefined;
}

/** `deposit/CHAIN/TRANSACTION/INDEX` */
function depositOf(key: string) {
  const [prefix, chain, transactionId, index] = key.split("/");
  if (prefix !== "deposit" || chain === undefined || transactionId === undefined || index === undefined)
    return undefined;
  return { chain, transactionId };
}

function describeEntry(entry: StatementEntry, wallet: LedgerAccount, facts: Facts): DescribedEntry {
  const deposit = depositOf(entry.key);
  if (deposit !== undefined) {
    const { transactionId } = deposit;
    const counterparty = facts.senders.get(transactionId) ?? "External wallet";
    return { type: "Deposit", counterparty, reference: transactionId };
  }
  const id = transferIdOf(entry.key);
  const transfer = id === undefined ? undefined : facts.transfers.get(id);
  if (transfer === undefined) return { ...otherCause(entry.key), counterparty: "" };
  // A refund comes back from where the value went.
  const isSource = isFrom(transfer, wallet);
  const counterparty = nameOfEnd(isSource ? transfer.destination : transfer.source, facts);
  return { type: typeOf(transfer, entry, isSource), counterparty, reference: referenceOf(transfer, facts) };
}

/** A bridge or swap may be within one address: between two of its chains or assets. */
function isFrom({ source }: Transfer, { owner, chain, asset }: LedgerAccount): boolean {
  if (source.medium !== "chain") return false;
  return source.addressId === owner && source.chain === chain && source.token.valueType === asset.code;
}

const flowWords: Readonly<Record<Transfer["flow"], string>> = {
  onramp: "Onramp",
  offramp: "Offramp",
  swap: "Swap",
  bridge: "Bridge",
  payout: "Transfer",
  mint: "Mint",
  burn: "Burn",
};

function typeOf({ flow }: Transfer, { change }: StatementEntry, isSource: boolean): string {
  const word = flowWords[flow];
  if (isSource && change.units > 0n) return `${word} refund`;
  return !isSource && change.units < 0n ? `${word} reversal` : word;
}

function nameOfEnd(end: Transfer["source"] | Transfer["destination"], facts: Facts): string {
  if (end.medium === "supply") return "Token supply";
  const name = end.addressId === undefined ? undefined : facts.names.get(end.addressId);
  if (name !== undefined) return name;
  if (end.medium === "chain") return end.address;
  const payment = end.paymentId === undefined ? undefined : facts.payments.get(end.paymentId);
  return payment?.details.senderName ?? "Bank account";
}

function referenceOf({ id, destination, source }: Transfer, { payments }: Facts): string {
  const reference = destination.medium === "bank" ? destination.reference : undefined;
  const payment =
    source.medium === "bank" && source.paymentId !== undefined ? payments.get(source.paymentId) : undefined;
  return [reference ?? payment?.details.paymentReference, id]
    .filter((part) => part !== undefined)
    .join(" · ");
}

function otherCause(key: string): Pick<DescribedEntry, "type" | "reference"> {
  const { type, id } = causeOfRecord(key);
  const reference = id ?? key.split("/").at(1) ?? key;
  if (key.startsWith("simulation/")) return { type: "Test tokens", reference };
  if (key.startsWith("claim/")) return { type: "Claim settlement", reference };
  return { type: type === "deposit" ? "Released deposit" : "Adjustment", reference };
}
