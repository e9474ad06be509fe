import type { Answered } from "../../api/client.ts";

export type HeldTransfer = Answered<"/console/api/held/transfers">["transfers"][number];
export type HeldDeposit = Answered<"/console/api/held/deposits">["deposits"][number];
export type UnrestoredTransfer = Answered<"/console/api/held/unrestored-transfers">["transfers"][number];
export type StrandedTransfer = Answered<"/console/api/held/stranded-transfers">["transfers"][number];

/** What the rule of two people needs to know of either. */
export type Held = Pick<HeldTransfer, "needs_second_person" | "release_request" | "amount" | "currency">;
