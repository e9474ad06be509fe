import type { Step } from "../../kit/step.ts";
import { isChain, railNamed, transferTypeWords } from "../../kit/transfer-type-words.ts";
import { shownStatus, type TransferTimeline, type WorkspaceTransfer } from "./transfer.ts";

type Entry = TransferTimeline["entries"][number];
type End = Pick<WorkspaceTransfer["source"], "transfer_type" | "value_type">;
type Shown = Pick<WorkspaceTransfer, "status" | "reversal"> & {
  readonly source: End;
  readonly destination: End;
};

interface PlannedStep {
  readonly label: string;
  /** Steps of the state machine during which this one is current. */
  readonly during: readonly string[];
}

/** The way of a transfer in three to five steps. */
export function transferSteps(transfer: Shown, entries: readonly Entry[]): readonly Step[] {
  const states = entries.flatMap((entry) => (entry.type === "state" ? [entry.step] : []));
  const planned = [
    { label: "Created", during: [] },
    ...(states.includes("held") ? [{ label: "Review", during: ["held"] }] : []),
    ...middleSteps(transfer),
  ];
  const reached = planned.findLastIndex(({ during }) => during.some((step) => states.includes(step)));
  const isMoving = transfer.status === "pending";
  const steps = planned.map(({ label }, index): Step => {
    if (transfer.status === "complete" || index < reached || index === 0) return { label, state: "done" };
    if (index > reached) return { label, state: "ahead" };
    return { label, state: isMoving ? "current" : "failed" };
  });
  const reversed: readonly Step[] =
    shownStatus(transfer) === "reversed" ? [{ label: "Reversed", state: "failed" }] : [];
  return [...steps, ...lastSteps(transfer.status, states), ...reversed];
}

function middleSteps({ source, destination }: Shown): readonly PlannedStep[] {
  const isSent =
    source.transfer_type === destination.transfer_type && source.value_type === destination.value_type;
  if (isSent)
    return [{ label: `Transfer on ${transferTypeWords(source.transfer_type)}`, during: ["sending"] }];
  return [
    { label: takenWords(source), during: ["awaiting_funds", "debit_pending", "withdrawing", "sending"] },
    { label: givenWords(destination), during: ["delivering", "paying_out"] },
  ];
}

function takenWords({ transfer_type: type }: End): string {
  if (isChain(type)) return `Withdrawal on ${transferTypeWords(type)}`;
  return railNamed(type)?.direction === "credit"
    ? `Incoming ${transferTypeWords(type)}`
    : `Collection by ${transferTypeWords(type)}`;
}

function givenWords({ transfer_type: type }: End): string {
  return isChain(type) ? `Delivery on ${transferTypeWords(type)}` : `Payout by ${transferTypeWords(type)}`;
}

function lastSteps(status: Shown["status"], states: readonly (string | null)[]): readonly Step[] {
  switch (status) {
    case "complete":
      return [{ label: "Complete", state: "done" }];
    case "pending":
      return [{ label: "Complete", state: "ahead" }];
    case "canceled":
      return [{ label: "Canceled", state: "failed" }];
    case "failed":
      return [{ label: "Failed", state: "failed" }, ...refundSteps(states)];
  }
}

function refundSteps(states: readonly (string | null)[]): readonly Step[] {
  if (!states.includes("refunding")) return [];
  const last = states.at(-1);
  const state = last === "refund_failed" ? "failed" : last === "refunding" ? "current" : "done";
  return [{ label: "Refund", state }];
}
