import type { ResponseBody } from "../../api/client.ts";

export type HeldTransfer = ResponseBody<"/console/api/held/transfers">["transfers"][number];
export type HeldDeposit = ResponseBody<"/console/api/held/deposits">["deposits"][number];
export type FailedRefund = ResponseBody<"/console/api/held/refunds">["transfers"][number];
export type FailedRefundTransfer = ResponseBody<"/console/api/held/token-refunds">["transfers"][number];

/** Fields of a held transfer or deposit that a decision needs. */
export type Held = Pick<
  HeldTransfer,
  "needs_dual_approval" | "release_request" | "amount" | "currency" | "hits"
>;
