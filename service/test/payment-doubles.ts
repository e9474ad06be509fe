import { usd } from "../src/kernel/money.ts";
import type { LedgerAccount, Operation } from "../src/ledger/index.ts";
import type { PaymentNews, PaymentOwner } from "../src/payments/index.ts";
import type { BankWork, NewBankEntry } from "../src/rails/bank-work.ts";

/** A bank that keeps what it is told to do. */
export interface RecordingBank extends Pick<BankWork, "enqueue" | "withdraw"> {
  readonly entries: readonly NewBankEntry[];
  /** From now on the entry is in a file. */
  file(id: string): void;
}

export interface RecordingOwner extends PaymentOwner {
  readonly heardNews: readonly PaymentNews[];
  /** Why what comes next is not taken; undefined takes it. */
  refuse(why: string | undefined): void;
  /** What payments are linked to from now on. */
  linkTo(transferId: string | undefined): void;
}

export function createRecordingBank(): RecordingBank {
  const entries: NewBankEntry[] = [];
  const filed = new Set<string>();
  return {
    entries,
    file: (id) => filed.add(id),
    enqueue: async (_tx, added) => {
      entries.push(...added);
    },
    withdraw: async (_tx, ids) => {
      const known = new Set(entries.map(({ id }) => id));
      const withdrawn = ids.filter((id) => known.has(id) && !filed.has(id));
      for (const id of withdrawn) filed.add(id);
      return new Set(withdrawn);
    },
  };
}

/** Posts as an owner would: what it has to do with the bank is in clearing, by payment. */
export function createRecordingOwner(name: string): RecordingOwner {
  const heardNews: PaymentNews[] = [];
  let refusal: string | undefined;
  let transferId: string | undefined;
  return {
    name,
    heardNews,
    refuse: (why) => {
      refusal = why;
    },
    linkTo: (id) => {
      transferId = id;
    },
    heard: async (_tx, _scope, news) => {
      heardNews.push(...news);
      const isRefused = ({ type }: PaymentNews): boolean => type === "received" && refusal !== undefined;
      return {
        events: news.flatMap(({ type, payment }) =>
          payment.accountId === undefined
            ? []
            : [{ accountId: payment.accountId, type: `test.${type}`, data: { id: payment.id } }],
        ),
        operations: news.filter((one) => !isRefused(one)).flatMap(operationsOf),
        refused: news.filter(isRefused).map(({ payment }) => ({ paymentId: payment.id, why: refusal ?? "" })),
        links:
          transferId === undefined ? [] : news.map(({ payment }) => ({ paymentId: payment.id, transferId })),
      };
    },
  };
}

const outside: LedgerAccount = { kind: "external", asset: usd };
const clearing: LedgerAccount = { kind: "clearing", owner: "test", asset: usd };

function operationsOf(news: PaymentNews): readonly Operation[] {
  const { id, direction, amountCents } = news.payment;
  const key = `test/${id}/${news.type}`;
  const isInbound = direction === "inbound";
  switch (news.type) {
    case "received":
      return [move(key, news.funds, clearing, amountCents)];
    case "completed":
      return [
        isInbound ? move(key, outside, clearing, amountCents) : move(key, clearing, outside, amountCents),
      ];
    case "returned":
      if (!news.wasComplete) return [];
      return [
        isInbound ? move(key, clearing, outside, amountCents) : move(key, outside, clearing, amountCents),
      ];
    case "failed":
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
