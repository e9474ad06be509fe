import type { ResponseBody } from "../../api/client.ts";
import type { TimelineEntry } from "../../kit/timeline.tsx";
import { bankStateWords } from "./payment-words.ts";

type Shown = ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/payments/{payment_id}">;

/** Past and expected events of a payment, oldest first. */
export function paymentSteps({
  payment,
  bank,
  is_held: isHeld,
  return_id: returnId,
}: Shown): TimelineEntry[] {
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
