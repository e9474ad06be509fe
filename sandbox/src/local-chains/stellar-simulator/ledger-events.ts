import type { AssetEvent } from "./asset-events.ts";
import type { IncludedTransaction } from "./included-transaction.ts";
import { assetOf } from "./xdr-reading.ts";

/** An event as returned by queries, with its position in the history. */
export interface LedgerEvent {
  /** Position of its operation (SEP-35) and its index there; sorts as text. */
  readonly id: string;
  readonly ledger: number;
  readonly closeTime: number;
  readonly contractId: string;
  readonly transactionId: string;
  readonly transactionIndex: number;
  readonly operationIndex: number;
  readonly topics: readonly string[];
  readonly value: string;
}

export function ledgerEvents(
  { ledger, closeTime, order, transaction }: Omit<IncludedTransaction, "resultXdr">,
  events: readonly (readonly AssetEvent[])[],
  passphrase: string,
): readonly LedgerEvent[] {
  return events.flatMap((ofOperation, operationIndex) =>
    ofOperation.map((event, index) => ({
      id: eventId({ ledger, order, operationIndex, index }),
      ledger,
      closeTime,
      contractId: contractIdOf(event.asset, passphrase),
      transactionId: transaction.id,
      transactionIndex: order,
      operationIndex,
      topics: event.topics.map((topic) => topic.toXDR("base64")),
      value: event.value.toXDR("base64"),
    })),
  );
}

interface EventPlace {
  readonly ledger: number;
  readonly order: number;
  readonly operationIndex: number;
  readonly index: number;
}

export function eventId({ ledger, order, operationIndex, index }: EventPlace): string {
  const operation = (BigInt(ledger) << 32n) | (BigInt(order) << 12n) | BigInt(operationIndex);
  return `${operation.toString().padStart(19, "0")}-${index.toString().padStart(10, "0")}`;
}

const contractIds = new Map<string, string>();
const maxContractIds = 10_000;

/** The contract id reserved for the asset, deployed or not. */
function contractIdOf(asset: string, passphrase: string): string {
  const name = `${passphrase}/${asset}`;
  const known = contractIds.get(name);
  if (known !== undefined) return known;
  const id = assetOf(asset).contractId(passphrase);
  if (contractIds.size < maxContractIds) contractIds.set(name, id);
  return id;
}
