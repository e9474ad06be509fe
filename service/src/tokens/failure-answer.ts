import Type, { type Static } from "typebox";
import { type FailureReason, failureReasons } from "../chains/chain.ts";

export const FailureSchema = Type.Object({
  reason: Type.Enum([...failureReasons]),
  detail: Type.String({ description: "For people." }),
});

/** In our own words: a chain's are for the operator, who finds them in `chain_work`. */
const sentences: Readonly<Record<FailureReason, string>> = {
  insufficient_tokens: "the address has fewer tokens on the chain than were to be taken from it",
  frozen: "one of the addresses is frozen by the issuer of the token",
  paused: "the token is paused on this chain",
  reference_used: "the chain has done this before under the same reference",
  destination_not_ready: "the destination cannot receive this token yet",
  rejected: "the chain refused it",
};

/** Why something failed on a chain, as accounts are told. */
export function presentFailure({ reason }: { readonly reason: FailureReason }): Static<typeof FailureSchema> {
  return { reason, detail: sentences[reason] };
}
