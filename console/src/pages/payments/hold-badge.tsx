import { StatusBadge } from "../../kit/status-badge.tsx";
import { graveReasons, holdWords } from "./payment-words.ts";

/** Hold reason of a payment as a badge. */
export function HoldBadge({ reason }: { readonly reason: keyof typeof holdWords }) {
  return (
    <StatusBadge status={holdWords[reason][0]} tone={graveReasons.includes(reason) ? "bad" : "waiting"} />
  );
}
