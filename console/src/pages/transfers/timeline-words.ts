import { shortId } from "../../kit/short-id.ts";
import { statusWords } from "../../kit/status-tone.ts";
import type { TransferTimeline } from "./transfer.ts";

type State = Extract<TransferTimeline["entries"][number], { readonly type: "state" }>;

const steps: Readonly<Record<string, string>> = {
  held: "Held for review: sanctions match",
  awaiting_funds: "Awaiting wire",
  debit_pending: "Collecting by ACH debit",
  withdrawing: "Withdrawing tokens from the source",
  sending: "Sending tokens on chain",
  delivering: "Delivering tokens to the destination",
  paying_out: "Paying out",
  refunding: "Refunding the source",
  refund_failed: "Refund failed",
};

/** Title of a status entry of the timeline. */
export function stepWords(status: State["status"], step: string | null): string {
  switch (status) {
    case "pending":
      return steps[step ?? ""] ?? "Accepted";
    case "complete":
      return "Complete";
    case "canceled":
      return "Canceled";
    case "failed":
      return steps[step ?? ""] ?? "Failed";
  }
}

const actions: Readonly<Record<string, string>> = {
  "transfer.release": "Released",
  "transfer.reject": "Rejected",
  "transfer.request_release": "Release requested: dual approval required",
  "transfer.approve_release": "Release approved by a second approver",
  "transfer.withdraw_release": "Release withdrawn",
  "transfer.retry_refund": "Refund retried",
};

export function actionWords(action: string): string {
  return actions[action] ?? statusWords(action);
}

/** The actor, by name if known. */
export function actorWords({ type, id, name }: State["by"]): string {
  switch (type) {
    case "application":
      return name ?? `application ${shortId(id ?? "")}`;
    case "user":
      return name ?? `user ${shortId(id ?? "")}`;
    case "operator":
      return name === null ? "an operator" : `${name} (CLI)`;
    case "system":
      return "the system";
  }
}

/** A ledger account with the names of the addresses and accounts in its path. */
export function namedPath(path: string, names: ReadonlyMap<string, string>): string {
  return [...names].reduce((text, [id, name]) => text.replaceAll(id, name), path);
}

export function settlementWords(settlesAt: string, now: number): string {
  return Date.parse(settlesAt) <= now ? "Settled" : "Settles";
}

const expectedMs = 10_000;

/** How long an event may still be without deliveries although there is a subscription to it. */
export function freshMsOf(at: string, now: number): number {
  return Math.max(0, Date.parse(at) + expectedMs - now);
}

export function noDeliveriesWords(at: string, now: number): string {
  return freshMsOf(at, now) > 0 ? "Not sent yet" : "No webhook subscription.";
}
