import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantFromMs } from "../kernel/instant.ts";
import { advance, firstStep, type RoutePlan, type TransferEvent, type Transition } from "./machine.ts";
import {
  pendingSteps,
  statusOf,
  type TransferFailure,
  type TransferState,
  type TransferStatus,
} from "./transfer.ts";

const failure: TransferFailure = {
  type: "chain_failed",
  occurredAt: instantFromMs(0),
  code: "frozen",
  reason: undefined,
};

const events: Readonly<Record<TransferEvent["type"], TransferEvent>> = {
  released: { type: "released" },
  rejected: { type: "rejected", failure },
  funded: { type: "funded" },
  collection_failed: { type: "collection_failed", failure },
  chain_done: { type: "chain_done" },
  chain_failed: { type: "chain_failed", failure },
  paid: { type: "paid" },
  payout_rerouted: { type: "payout_rerouted" },
  payout_failed: { type: "payout_failed", failure },
  canceled: { type: "canceled" },
  retry_refund: { type: "retry_refund" },
};
const eventTypes = Object.keys(events) as TransferEvent["type"][];

const plain = { staysOnItsChain: false, isFunded: false, mustRecall: false };
const plans = {
  "wire in": { source: "wire", destination: "tokens", ...plain },
  "received wire": { source: "wire", destination: "tokens", ...plain, isFunded: true },
  debit: { source: "debit", destination: "tokens", ...plain },
  offramp: { source: "tokens", destination: "bank", ...plain },
  "completed offramp of third-party tokens": {
    source: "tokens",
    destination: "bank",
    ...plain,
    mustRecall: true,
  },
  "swap or bridge": { source: "tokens", destination: "tokens", ...plain },
  payout: { source: "tokens", destination: "tokens", ...plain, staysOnItsChain: true },
  mint: { source: "supply", destination: "tokens", ...plain },
  burn: { source: "tokens", destination: "supply", ...plain },
} as const satisfies Record<string, RoutePlan>;
type RoutePlanName = keyof typeof plans;

const states: readonly TransferState[] = [
  ...pendingSteps.map((step) => ({ status: "pending" as const, step })),
  { status: "complete", step: "done" },
  { status: "failed", step: "refunding", failure },
  { status: "failed", step: "refund_failed", failure },
  { status: "failed", step: "done", failure },
  { status: "canceled", step: "done" },
];

/** `status/step + event → status/step: ledger effects; next action`, for each pair with a transition. */
const table: Readonly<Record<RoutePlanName, readonly string[]>> = {
  "wire in": [
    "pending/held + released → pending/awaiting_funds: nothing; nothing",
    "pending/held + rejected → failed/done: released; nothing",
    "pending/held + canceled → canceled/done: released; nothing",
    "pending/awaiting_funds + funded → pending/delivering: funded; delivering",
    "pending/awaiting_funds + canceled → canceled/done: released; nothing",
    "pending/delivering + chain_done → complete/done: delivered; nothing",
    "pending/delivering + chain_failed → failed/done: moved_to_suspense; nothing",
  ],
  "received wire": [
    "pending/held + released → pending/delivering: nothing; delivering",
    "pending/held + rejected → failed/done: moved_to_suspense; nothing",
    "pending/delivering + chain_done → complete/done: delivered; nothing",
    "pending/delivering + chain_failed → failed/done: moved_to_suspense; nothing",
  ],
  debit: [
    "pending/held + released → pending/debit_pending: nothing; debit_pending",
    "pending/held + rejected → failed/done: released; nothing",
    "pending/held + canceled → canceled/done: released; nothing",
    "pending/debit_pending + funded → pending/delivering: funded; delivering",
    "pending/debit_pending + collection_failed → failed/done: nothing; nothing",
    "pending/debit_pending + canceled → canceled/done: released; nothing",
    "pending/delivering + chain_done → complete/done: delivered; nothing",
    "pending/delivering + chain_failed → failed/done: moved_to_suspense; nothing",
  ],
  offramp: [
    "pending/held + released → pending/withdrawing: nothing; withdrawing",
    "pending/held + rejected → failed/done: released; nothing",
    "pending/held + canceled → canceled/done: released; nothing",
    "pending/withdrawing + chain_done → pending/paying_out: withdrawn; paying_out",
    "pending/withdrawing + chain_failed → failed/done: released; nothing",
    "pending/paying_out + paid → complete/done: delivered; nothing",
    "pending/paying_out + payout_rerouted → pending/paying_out: nothing; paying_out",
    "pending/paying_out + payout_failed → failed/refunding: nothing; refunding",
    "complete/done + payout_failed → failed/refunding: payout_returned; refunding",
    "failed/refunding + chain_done → failed/done: refunded; nothing",
    "failed/refunding + chain_failed → failed/refund_failed: nothing; nothing",
    "failed/refund_failed + retry_refund → failed/refunding: nothing; refunding",
  ],
  "completed offramp of third-party tokens": [
    "complete/done + payout_failed → failed/refund_failed: payout_returned; nothing",
    "failed/refunding + chain_done → failed/done: refunded; nothing",
    "failed/refunding + chain_failed → failed/refund_failed: nothing; nothing",
    "failed/refund_failed + retry_refund → failed/refunding: refund_held; refunding",
  ],
  "swap or bridge": [
    "pending/held + released → pending/withdrawing: nothing; withdrawing",
    "pending/held + rejected → failed/done: released; nothing",
    "pending/held + canceled → canceled/done: released; nothing",
    "pending/withdrawing + chain_done → pending/delivering: withdrawn; delivering",
    "pending/withdrawing + chain_failed → failed/done: released; nothing",
    "pending/delivering + chain_done → complete/done: delivered; nothing",
    "pending/delivering + chain_failed → failed/refunding: delivery_reversed; refunding",
    "failed/refunding + chain_done → failed/done: refunded; nothing",
    "failed/refunding + chain_failed → failed/refund_failed: nothing; nothing",
    "failed/refund_failed + retry_refund → failed/refunding: nothing; refunding",
  ],
  payout: [
    "pending/held + released → pending/sending: nothing; sending",
    "pending/held + rejected → failed/done: released; nothing",
    "pending/held + canceled → canceled/done: released; nothing",
    "pending/sending + chain_done → complete/done: sent; nothing",
    "pending/sending + chain_failed → failed/done: released; nothing",
  ],
  // Mints and burns are never held: a sanctions match refuses them.
  mint: [
    "pending/delivering + chain_done → complete/done: delivered; nothing",
    "pending/delivering + chain_failed → failed/done: nothing; nothing",
  ],
  burn: [
    "pending/withdrawing + chain_done → complete/done: withdrawn; nothing",
    "pending/withdrawing + chain_failed → failed/done: released; nothing",
  ],
};

/** The states that are reachable for a route plan. */
function reachable(plan: RoutePlan): ReadonlySet<string> {
  const isToken = plan.source === "supply" || plan.destination === "supply";
  const begun = [`pending/${firstStep(plan)}`, ...(isToken ? [] : ["pending/held"])];
  const seen = new Set(plan.mustRecall ? ["complete/done"] : begun);
  for (let size = 0; size !== seen.size; ) {
    size = seen.size;
    for (const state of states.filter((each) => seen.has(nameOf(each)))) {
      for (const type of eventTypes) {
        const next = advance(plan, state, events[type]);
        if (next !== undefined) seen.add(nameOf(next.state));
      }
    }
  }
  return seen;
}

function nameOf({ status, step }: TransferState): string {
  return `${status}/${step}`;
}

function rowOf(
  state: TransferState,
  type: TransferEvent["type"],
  { state: next, effects: ledgerEffects, begins }: Transition,
): string {
  const effects = ledgerEffects.length === 0 ? "nothing" : ledgerEffects.join(", ");
  return `${nameOf(state)} + ${type} → ${nameOf(next)}: ${effects}; ${begins ?? "nothing"}`;
}

describe("every state with every event", () => {
  test.each(Object.keys(table) as RoutePlanName[])("follows the table: %s", (name) => {
    const plan = plans[name];
    const reachableStates = reachable(plan);
    const rows = states
      .filter((state) => reachableStates.has(nameOf(state)))
      .flatMap((state) =>
        eventTypes.flatMap((type) => {
          const transition = advance(plan, state, events[type]);
          return transition === undefined ? [] : [rowOf(state, type, transition)];
        }),
      );
    expect(rows.toSorted()).toEqual([...table[name]].toSorted());
  });
});

/** The flows of each resource, and the status that the API shows in each state. */
const shownByTokens: Readonly<Record<string, TransferStatus>> = {
  "pending/withdrawing": "pending",
  "pending/sending": "pending",
  "pending/delivering": "pending",
  "failed/refunding": "pending",
  "failed/refund_failed": "pending",
  "complete/done": "complete",
  "failed/done": "failed",
};

test.each([
  ["token_mint", "mint"],
  ["token_burn", "burn"],
  ["token_transfer", "payout"],
  ["token_transfer", "swap or bridge"],
] as const)("a %s (%s) is pending until nothing remains to be refunded", (resource, name) => {
  const seen = [...reachable(plans[name])].filter((state) => !/held|canceled/.test(state));
  for (const state of states.filter((each) => seen.includes(nameOf(each)))) {
    expect(statusOf({ resource, state }), nameOf(state)).toBe(shownByTokens[nameOf(state)]);
    expect(statusOf({ resource: "transfer", state })).toBe(state.status);
  }
});

/** The specification: a transfer starts as pending; only a returned payout leaves a final status. */
const allowed = new Set(["pending→complete", "pending→failed", "pending→canceled", "complete→failed"]);

test("no sequence of events leaves the specified transitions, and each status is published at most once", () => {
  const plan = fc.constantFrom(...Object.values(plans));
  const eventSequence = fc.array(fc.constantFrom(...eventTypes), { maxLength: 30 });
  fc.assert(
    fc.property(plan, fc.boolean(), eventSequence, (current, isHeld, types) => {
      let state: TransferState = { status: "pending", step: isHeld ? "held" : firstStep(current) };
      const published = ["pending"];
      for (const type of types) {
        const next = advance(current, state, events[type]);
        if (next === undefined) continue;
        if (next.state.status !== state.status) {
          expect(allowed).toContain(`${state.status}→${next.state.status}`);
          if (state.status === "complete") expect(current.destination).toBe("bank");
          published.push(next.state.status);
        }
        state = next.state;
      }
      expect(new Set(published).size).toBe(published.length);
    }),
    { numRuns: 2_000 },
  );
});
