import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { from, fusd, to, transferBetween } from "../../../test/transfer-samples.ts";
import type { RecordedEntry } from "../../audit/index.ts";
import type { SentTransaction, WorkHistory } from "../../chains/engine/history-store.ts";
import type { Event } from "../../events/index.ts";
import type { Actor } from "../../kernel/cause.ts";
import type { AccountId, ApplicationId, Id, TenantId, UserId } from "../../kernel/id.ts";
import { formatInstant, instantFromMs } from "../../kernel/instant.ts";
import { usd } from "../../kernel/money.ts";
import type { LedgerRecord } from "../../ledger/index.ts";
import { explorerUrl } from "./explorer-url.ts";
import { mergeTimeline, type TimelineFacts, type TimelineOptions } from "./timeline.ts";

const application: Actor = { type: "application", id: "application" as ApplicationId };
const operator: Actor = { type: "user", id: "operator" as UserId };
const member: Actor = { type: "user", id: "member" as UserId };
const service: Actor = { type: "system", name: "chain-work" };
const users = new Map([
  ["operator", { name: "Olive Operator", isOperator: true }],
  ["member", { name: "Mary Member", isOperator: false }],
]);

const transfer = transferBetween({ ...from(fusd, "base"), workId: "work" }, to(fusd, "base", "outside"));

const nothing: TimelineFacts = {
  transfer,
  audit: [],
  users,
  applications: new Map([["application", { name: "Checkout" }]]),
  records: [],
  works: new Map(),
  payments: [],
  bankEntries: new Map(),
  events: [],
  attempts: new Map(),
};
const asClient: TimelineOptions = { view: "client", explorerUrls: { testnet: {}, mainnet: {} } };
const asOperator: TimelineOptions = { ...asClient, view: "operator" };

const at = (ms: number): string => formatInstant(instantFromMs(ms));

function audited(ms: number, action: string, actor: Actor, more: Partial<RecordedEntry> = {}): RecordedEntry {
  return {
    id: `entry-${ms}` as Id<"audit-entry">,
    at: instantFromMs(ms),
    tenantId: "tenant" as TenantId,
    network: "testnet",
    accountId: "account" as AccountId,
    actor,
    requestId: undefined,
    action,
    subject: { type: "transfer", id: "transfer" },
    before: undefined,
    after: undefined,
    ...more,
  };
}

const step = (status: string, name: string) => ({
  status,
  step: name,
  failure_type: null,
  failure_code: null,
});

const held: readonly RecordedEntry[] = [
  audited(1, "transfer.create", application, { requestId: "req-1", after: { flow: "payout", step: "held" } }),
  audited(2, "transfer.request_release", operator, { after: { reason: "false positive" } }),
  audited(3, "transfer.advance", operator, {
    before: { status: "pending", step: "held" },
    after: step("pending", "sending"),
  }),
  audited(4, "transfer.release", operator, { after: { reason: "case 112" } }),
  audited(5, "transfer.advance", service, {
    before: { status: "pending", step: "sending" },
    after: step("complete", "done"),
  }),
];

describe("the states of a transfer", () => {
  test("are shown to operators with the decider and the reason", () => {
    const entries = mergeTimeline({ ...nothing, audit: held }, asOperator);
    const olive = { type: "user", id: "operator", name: "Olive Operator" };
    expect(entries).toMatchObject([
      {
        type: "state",
        at: at(1),
        status: "pending",
        step: "held",
        by: { name: "Checkout" },
        request_id: "req-1",
      },
      { type: "audit", action: "transfer.request_release", reason: "false positive", by: olive },
      { type: "state", status: "pending", step: "sending", by: olive },
      { type: "audit", action: "transfer.release", reason: "case 112" },
      { type: "state", status: "complete", step: "done", by: { type: "system", name: "chain-work" } },
    ]);
  });

  test("are shown to clients without sanctions holds or release decisions", () => {
    const entries = mergeTimeline({ ...nothing, audit: held }, asClient);
    expect(entries).toMatchObject([
      { type: "state", step: null },
      { type: "state", step: "sending", by: { type: "operator", id: null, name: null } },
      { type: "state", step: "done" },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/held|release|Olive|case 112|"operator"[^}]*"id":"op/);
  });

  test("name the client's own users, and operators only as such", () => {
    const cancelled = audited(2, "transfer.advance", member, {
      before: { status: "pending", step: "held" },
      after: step("canceled", "done"),
    });
    const refunded = audited(3, "transfer.retry_refund", operator);
    const entries = mergeTimeline({ ...nothing, audit: [cancelled, refunded] }, asClient);
    expect(entries).toMatchObject([
      { status: "canceled", by: { type: "user", id: "member", name: "Mary Member" } },
      { action: "transfer.retry_refund", by: { type: "operator", id: null, name: null } },
    ]);
  });

  test("include the failure reason", () => {
    const after = { ...step("failed", "done"), failure_type: "ach_return", failure_code: "R01" };
    const [entry] = mergeTimeline(
      { ...nothing, audit: [audited(1, "transfer.advance", service, { after })] },
      asClient,
    );
    expect(entry).toMatchObject({ status: "failed", failure_type: "ach_return", failure_code: "R01" });
  });
});

const sent = (number: number, more: Partial<SentTransaction>): SentTransaction => ({
  transactionId: `0x${number}`,
  state: "sent",
  sentAt: instantFromMs(10 + number),
  createdAt: instantFromMs(5),
  height: undefined,
  ...more,
});

const workWith = (more: Partial<WorkHistory>): TimelineFacts => ({
  ...nothing,
  works: new Map([
    [
      "work",
      {
        id: "work",
        chain: "base",
        state: "sending",
        failureReason: undefined,
        transactionId: undefined,
        finalHeight: 107n,
        createdAt: instantFromMs(4),
        updatedAt: instantFromMs(4),
        transactions: [],
        ...more,
      },
    ],
  ]),
});

describe("a chain transaction", () => {
  test("is queued while there is no transaction", () => {
    expect(mergeTimeline(workWith({ state: "queued" }), asClient)).toEqual([
      {
        type: "chain_transaction",
        at: at(4),
        end: "source",
        chain: "base",
        state: "queued",
        transaction_id: null,
        block_height: null,
        confirmations: null,
        failure_reason: null,
        explorer_url: null,
      },
    ]);
  });

  test("starts with the state written in the same database transaction", () => {
    const audit = [
      audited(3, "transfer.create", application, { after: { step: "held" } }),
      audited(5, "transfer.advance", service, { after: step("pending", "sending") }),
      audited(9, "transfer.advance", service, { after: step("complete", "done") }),
    ];
    const entries = mergeTimeline({ ...workWith({ state: "queued" }), audit }, asClient);
    expect(entries.map(({ type, at: time }) => [type, time])).toEqual([
      ["state", at(3)],
      ["state", at(5)],
      ["chain_transaction", at(5)],
      ["state", at(9)],
    ]);
  });

  test("has an entry per transaction, with its block and confirmations", () => {
    const transactions = [
      sent(1, { state: "dead" }),
      sent(2, { state: "included", height: 108n }),
      sent(3, { state: "settled", height: 100n }),
    ];
    const facts = workWith({ state: "done", transactionId: "0x3", transactions });
    expect(mergeTimeline(facts, asClient)).toMatchObject([
      { transaction_id: "0x1", state: "dead", block_height: null, confirmations: null },
      { transaction_id: "0x2", state: "included", block_height: "108", confirmations: 0 },
      { transaction_id: "0x3", state: "final", block_height: "100", confirmations: 8 },
    ]);
  });

  test("fails if it reverted or was rejected", () => {
    const transactions = [sent(1, { state: "settled", height: 100n })];
    const failed = { state: "failed", failureReason: "frozen" } as const;
    expect(mergeTimeline(workWith({ ...failed, transactions }), asClient)).toMatchObject([
      { state: "failed", failure_reason: "frozen" },
    ]);
    expect(mergeTimeline(workWith(failed), asClient)).toMatchObject([
      { state: "failed", transaction_id: null, failure_reason: "frozen" },
    ]);
  });

  test("links to the explorer of its chain and network", () => {
    const explorerUrls = { testnet: { base: "https://e.example/tx/{transaction_id}?x" }, mainnet: {} };
    const facts = workWith({ transactions: [sent(1, { transactionId: "a/$&b" })] });
    expect(mergeTimeline(facts, { ...asClient, explorerUrls })).toMatchObject([
      { explorer_url: "https://e.example/tx/a%2F%24%26b?x" },
    ]);
    expect(explorerUrl(explorerUrls, { network: "mainnet", chain: "base" }, "0x1")).toBeNull();
  });
});

test("the timeline is one list by time, in causal order for equal times", () => {
  const record: LedgerRecord = {
    sequence: 1n,
    at: instantFromMs(1),
    type: "post",
    key: "transfer/transfer/sent",
    lines: [{ account: { kind: "external", asset: usd }, amount: { units: -5n, asset: usd } }],
  };
  const event: Event = {
    tenantId: "tenant" as TenantId,
    network: "testnet",
    accountId: "account" as AccountId,
    sequence: 1n,
    id: "event" as Event["id"],
    type: "transfer.created",
    data: {},
    createdAt: instantFromMs(1),
  };
  const created = audited(1, "transfer.create", application, { after: { step: "sending" } });
  const facts = { ...workWith({}), events: [event], records: [record], audit: [created] };
  const entries = mergeTimeline(facts, asClient);
  expect(entries.map(({ type }) => type)).toEqual(["state", "posting", "event", "chain_transaction"]);
  expect(entries[1]).toEqual({
    type: "posting",
    at: at(1),
    sequence: "1",
    effect: "sent",
    operation: "post",
    lines: [{ account: "external///USD", amount: "-0.05", asset: "USD" }],
  });
});

test("for any times, no entry is lost and the order is chronological", () => {
  const times = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 20 });
  fc.assert(
    fc.property(times, times, (states, records) => {
      const audit = states.map((ms) =>
        audited(ms, "transfer.advance", service, { after: step("pending", "sending") }),
      );
      const posted = records.map(
        (ms, index): LedgerRecord => ({
          sequence: BigInt(index),
          at: instantFromMs(ms),
          type: "post",
          key: `transfer/transfer/${index}`,
          lines: [],
        }),
      );
      const entries = mergeTimeline({ ...nothing, audit, records: posted }, asClient);
      expect(entries).toHaveLength(states.length + records.length);
      const shown = entries.map((entry) => entry.at);
      expect(shown).toEqual(shown.toSorted());
    }),
  );
});
