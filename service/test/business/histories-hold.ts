import type { Session } from "../../src/db/database.ts";
import { type EventRow, selectAllTransfers, selectTransferEvents, type TransferFact } from "./facts-store.ts";

/** Checks that the events of each transfer follow the specification's table. */
export interface HistoryWatch {
  faults(): Promise<readonly string[]>;
  historyOf(transferId: string): readonly string[];
}

/** Allowed successors of each event; the empty text is the start. */
const following: Readonly<Record<string, readonly string[]>> = {
  "": ["transfer.created"],
  "transfer.created": ["transfer.completed", "transfer.failed", "transfer.canceled"],
  "transfer.completed": ["transfer.failed"],
  "transfer.failed": [],
  "transfer.canceled": [],
};
const reversed = "transfer.reversed";
const statusAfter: Readonly<Record<string, string>> = {
  "transfer.created": "pending",
  "transfer.completed": "complete",
  "transfer.failed": "failed",
  "transfer.canceled": "canceled",
};
/** Only these flows may fail after completion. */
const comesBack = new Set(["wire", "ach_credit", "same_day_ach_credit"]);

export function createHistoryWatch(session: Session): HistoryWatch {
  const histories = new Map<string, string[]>();
  const reversals = new Set<string>();
  let last = "";
  return {
    historyOf: (id) => histories.get(id) ?? [],
    faults: async () => {
      const update = await selectTransferEvents(session, last);
      last = update.at(-1)?.id ?? last;
      const faults = update.flatMap((event) => faultOf(histories, reversals, event));
      const transfers = await selectAllTransfers(session);
      return [...faults, ...transfers.flatMap((transfer) => faultOfStatus(histories, transfer))];
    },
  };
}

function faultOf(
  histories: Map<string, string[]>,
  reversals: Set<string>,
  { transferId, type }: EventRow,
): readonly string[] {
  const history = histories.get(transferId) ?? [];
  // A late return changes no status, and is published once.
  if (type === reversed) {
    const isRepeated = reversals.has(transferId);
    reversals.add(transferId);
    return isRepeated ? [`transfer ${transferId} was reversed twice`] : [];
  }
  const isAllowed = following[history.at(-1) ?? ""]?.includes(type) === true;
  histories.set(transferId, [...history, type]);
  return isAllowed ? [] : [`transfer ${transferId}: ${type} after ${history.join(", ") || "nothing"}`];
}

function faultOfStatus(
  histories: ReadonlyMap<string, readonly string[]>,
  { id, status, to, flow }: TransferFact,
): readonly string[] {
  const history = histories.get(id) ?? [];
  if (statusAfter[history.at(-1) ?? ""] !== status)
    return [`transfer ${id} is ${status} after ${history.join(", ") || "nothing"}`];
  const hasFallen = history.includes("transfer.completed") && status === "failed";
  return hasFallen && !(flow === "offramp" && comesBack.has(to))
    ? [`transfer ${id}, a ${flow} to ${to}, was complete and has failed`]
    : [];
}
