import type { Answered } from "../../api/client.ts";

export type ShownHeld = Answered<"/console/api/suspense/{payment_id}">;
export type HeldPayment = ShownHeld["payment"];
export type MatchCandidate = Answered<"/console/api/suspense/{payment_id}/candidates">["candidates"][number];
