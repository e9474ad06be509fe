import type { Step } from "../../kit/step.ts";
import type { HeldPayment } from "./held-payment.ts";

/** Received, decided, and matched or returned. */
export function suspenseSteps({
  hold,
  return_id: returnId,
  match_request: request,
  status,
}: Pick<HeldPayment, "hold" | "return_id" | "match_request" | "status">): readonly Step[] {
  const received: Step = { label: "Received", state: "done" };
  if (hold === null) {
    const label = status === "returned" ? "Returned to sender" : "Matched";
    return [received, { label: "Decided", state: "done" }, { label, state: "done" }];
  }
  if (returnId !== null) {
    return [received, { label: "Decided", state: "done" }, { label: "Return in progress", state: "current" }];
  }
  const deciding = request === null ? "Decision" : "Second approval";
  return [received, { label: deciding, state: "current" }, { label: "Matched or returned", state: "ahead" }];
}
