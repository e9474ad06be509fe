import type { ResponseBody } from "../../api/client.ts";
import type { Party } from "../../kit/party-words.ts";
import type { Step } from "../../kit/step.ts";
import type { TimelineEntry } from "../../kit/timeline.tsx";
import { paymentTypeLabel } from "../../kit/transfer-type-words.ts";
import { bankStateWords } from "./payment-words.ts";

export type ShownPayment =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/payments/{payment_id}">;

/** Past and expected events of a payment, oldest first. */
export function paymentSteps({
  payment,
  bank,
  is_held: isHeld,
  return_id: returnId,
}: ShownPayment): TimelineEntry[] {
  const isOutgoing = bank !== null;
  const entries: TimelineEntry[] = [
    {
      title: isOutgoing ? "Created" : "Received by the bank",
      at: payment.details.received_at ?? payment.inserted_at,
    },
  ];
  if (bank !== null) {
    const isQueued = bank.state === "queued";
    entries.push({
      title: bankStateWords[bank.state] ?? bank.state,
      at: isQueued ? bank.leaves_at : bank.settles_at,
      body: isQueued ? "Scheduled time of the bank file." : "Settlement per the bank's schedule.",
    });
  }
  if (payment.status !== "pending") {
    entries.push({ title: "Current status", status: payment.status, at: payment.updated_at });
  }
  if (isHeld) entries.push({ title: "Awaiting operator review", status: "held" });
  if (returnId !== null) entries.push({ title: "Return to sender" });
  return entries;
}

/** Sender and recipient: the account of the workspace, and the other party. */
export function paymentParties(
  { payment, account, counterparty, address_id: addressId }: ShownPayment,
  link: (...segments: readonly string[]) => string,
): { readonly from: Party; readonly to: Party } {
  const own = { name: account.name ?? account.id, to: link("accounts", account.id) };
  const other = {
    name: counterparty ?? "Unnamed sender",
    detail: paymentTypeLabel(payment.type),
    to: addressId === null ? undefined : link("addresses", addressId),
  };
  return payment.direction === "inbound" ? { from: other, to: own } : { from: own, to: other };
}

const endWords = { complete: "Complete", failed: "Failed", returned: "Returned" } as const;

/** Our orders pass through a bank file; payments of others arrive, and may be held. */
export function paymentProgress({ payment, bank, is_held: isHeld }: ShownPayment): readonly Step[] {
  const middle = bank === null ? receivedSteps(isHeld) : bankSteps(bank.state);
  const { status } = payment;
  const isOver = status !== "pending" && !isHeld;
  const done = { label: bank === null ? "Received" : "Created", state: "done" } as const;
  const last: Step = isOver
    ? { label: endWords[status], state: status === "complete" ? "done" : "failed" }
    : { label: "Complete", state: "ahead" };
  return [done, ...(isOver ? middle.map(({ label }): Step => ({ label, state: "done" })) : middle), last];
}

function receivedSteps(isHeld: boolean): readonly Step[] {
  return [{ label: isHeld ? "Review" : "Match", state: "current" }];
}

function bankSteps(state: string): readonly Step[] {
  const isSent = state !== "queued" && state !== "filed";
  return [
    { label: "Bank file", state: isSent ? "done" : "current" },
    { label: "Settlement", state: isSent ? "current" : "ahead" },
  ];
}
