import type { ResponseBody } from "../../api/client.ts";

export type ShownHeld = ResponseBody<"/console/api/suspense/{payment_id}">;
export type HeldPayment = ShownHeld["payment"];
export type MatchCandidate =
  ResponseBody<"/console/api/suspense/{payment_id}/candidates">["candidates"][number];
