import type { Answered } from "../../api/client.ts";
import type { TimelineEntry } from "../../kit/timeline.tsx";
import { bankStateWords } from "./payment-words.ts";

type Shown = Answered<"/console/api/workspaces/{tenant_id}/{network}/payments/{payment_id}">;

/** What has happened to a payment and what is expected, the oldest first. */
export function paymentCourse({
  payment,
  bank,
  is_held: isHeld,
  return_id: returnId,
}: Shown): TimelineEntry[] {
  const isOrder = bank !== null;
  const entries: TimelineEntry[] = [
    {
      title: isOrder ? "Ordered" : "Received by the bank",
      at: payment.details.received_at ?? payment.inserted_at,
    },
  ];
  if (bank !== null) {
    const isWaiting = bank.state === "queued";
    entries.push({
      title: bankStateWords[bank.state] ?? bank.state,
      at: isWaiting ? bank.leaves_at : bank.settles_at,
      body: isWaiting ? "Its file leaves then." : "Settlement by the timetable of the bank.",
    });
  }
  if (payment.status !== "pending") {
    entries.push({ title: "By now", status: payment.status, at: payment.updated_at });
  }
  if (isHeld) entries.push({ title: "Waits for a person of the operator", status: "held" });
  if (returnId !== null) entries.push({ title: "Goes back to its sender" });
  return entries;
}
