import { endingOf, type Id } from "../src/kernel/id.ts";
import { usd } from "../src/kernel/money.ts";
import type { LedgerAccount, Operation } from "../src/ledger/index.ts";
import type { PaymentOwner, PaymentUpdate } from "../src/payments/index.ts";
import type { BankWork, NewBankEntry } from "../src/rails/bank-work.ts";

/** A bank that records its instructions. */
export interface RecordingBank extends Pick<BankWork, "enqueue" | "withdraw" | "findSent"> {
  readonly entries: readonly NewBankEntry[];
  /** From now on the entry is in a file. */
  file(id: string): void;
  /** From now on the bank has an entry with this id, which a restored database does not know. */
  send(id: string): void;
}

export interface RecordingOwner extends PaymentOwner {
  readonly receivedUpdate: readonly PaymentUpdate[];
  /** Why the next payment is not accepted; undefined accepts it. */
  refuse(why: string | undefined): void;
  /** Link for payments from now on. */
  linkTo(transferId: string | undefined): void;
}

export function createRecordingBank(): RecordingBank {
  const entries: NewBankEntry[] = [];
  const filed = new Set<string>();
  const sent: string[] = [];
  return {
    entries,
    file: (id) => filed.add(id),
    enqueue: async (_tx, added) => {
      entries.push(...added);
    },
    send: (id) => sent.push(id),
    findSent: async <Kind extends string>(_session: unknown, _network: unknown, ids: readonly Id<Kind>[]) =>
      new Map(
        ids.flatMap((id) => {
          const same = sent.find((other) => endingOf(other) === endingOf(id));
          return same === undefined ? [] : [[id, same as Id<Kind>] as const];
        }),
      ),
    withdraw: async (_tx, _tenantId, ids) => {
      const known = new Set(entries.map(({ id }) => id));
      const withdrawn = ids.filter((id) => known.has(id) && !filed.has(id));
      for (const id of withdrawn) filed.add(id);
      return new Set(withdrawn);
    },
  };
}

/** Posts as an owner would, with the bank side in clearing, by payment. */
export function createRecordingOwner(name: string): RecordingOwner {
  const receivedUpdate: PaymentUpdate[] = [];
  let refusal: string | undefined;
  let transferId: string | undefined;
  return {
    name,
    receivedUpdate,
    refuse: (why) => {
      refusal = why;
    },
    linkTo: (id) => {
      transferId = id;
    },
    heard: async (_tx, _scope, update) => {
      receivedUpdate.push(...update);
      const isRefused = ({ type }: PaymentUpdate): boolean => type === "received" && refusal !== undefined;
      return {
        events: update.flatMap(({ type, payment }) =>
          payment.accountId === undefined
            ? []
            : [{ accountId: payment.accountId, type: `test.${type}`, data: { id: payment.id } }],
        ),
        operations: update.filter((one) => !isRefused(one)).flatMap(operationsOf),
        refused: update
          .filter(isRefused)
          .map(({ payment }) => ({ paymentId: payment.id, why: refusal ?? "" })),
        links:
          transferId === undefined
            ? []
            : update.map(({ payment }) => ({ paymentId: payment.id, transferId })),
      };
    },
  };
}

const outside: LedgerAccount = { kind: "external", asset: usd };
const clearing: LedgerAccount = { kind: "clearing", owner: "test", asset: usd };

function operationsOf(update: PaymentUpdate): readonly Operation[] {
  const { id, direction, amountCents } = update.payment;
  const key = `test/${id}/${update.type}`;
  const isInbound = direction === "inbound";
  switch (update.type) {
    case "received":
      return [move(key, update.funds, clearing, amountCents)];
    case "settled":
      return [
        isInbound ? move(key, outside, clearing, amountCents) : move(key, clearing, outside, amountCents),
      ];
    case "returned":
      if (!update.wasComplete) return [];
      return [
        isInbound ? move(key, clearing, outside, amountCents) : move(key, outside, clearing, amountCents),
      ];
    case "rejected":
      return [];
  }
}

function move(key: string, from: LedgerAccount, to: LedgerAccount, units: bigint): Operation {
  const postings = [
    { account: from, units: -units },
    { account: to, units },
  ];
  return { type: "post", key, postings };
}
