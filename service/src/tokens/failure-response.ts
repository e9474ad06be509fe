import Type, { type Static } from "typebox";
import { type FailureReason, failureReasons } from "../chains/chain.ts";

export const FailureSchema = Type.Object({
  reason: Type.Enum([...failureReasons]),
  detail: Type.String({ description: "Human-readable explanation." }),
});

/** Our own texts: the chain's message is for operators, in `chain_work`. */
const details: Readonly<Record<FailureReason, string>> = {
  insufficient_tokens: "the address does not have enough tokens on the chain",
  frozen: "the token issuer has frozen one of the addresses",
  paused: "the token is paused on this chain",
  reference_used: "the chain already has an operation with this reference",
  destination_not_ready: "the destination cannot receive this token yet",
  memo_required: "the destination requires a memo",
  rejected: "the chain rejected the transaction",
};

/** The failure of a chain operation, for the API. */
export function presentFailure({ reason }: { readonly reason: FailureReason }): Static<typeof FailureSchema> {
  return { reason, detail: details[reason] };
}
