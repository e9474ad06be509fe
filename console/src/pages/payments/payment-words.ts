/** Display names of API values. */
export const directionWords = { inbound: "Inbound", outbound: "Outbound" } as const;

/** Hold reasons: label and explanation. */
export const holdWords = {
  unmatched: ["Unmatched", "Neither the account number nor the memo matches an owner."],
  contradictory: ["Conflicting references", "The account number and the memo belong to different owners."],
  sanctioned_sender: ["Sanctions match", "The sender's name is similar to a sanctions list entry."],
  unnamed_sender: ["Sender not named", "The bank reported no sender name to screen."],
  amount_mismatch: ["Amount mismatch", "The transfer expects another amount."],
  refused: ["Not accepted", "The transfer or automation does not accept this payment."],
  return_failed: ["Return failed", "The return to the sender failed."],
} as const;

/** Matching a payment held for these reasons overrides a compliance warning. */
export const graveReasons: readonly string[] = ["sanctioned_sender", "unnamed_sender"];

export const bankStateWords: Readonly<Record<string, string>> = {
  queued: "Queued for the next file",
  filed: "Batched in a file",
  sent: "Sent to the bank",
  settled: "Settled",
  rejected: "Rejected by the bank",
  returned: "Returned",
  withdrawn: "Withdrawn before batching",
};

/** Kind of an owner such as `transfers/01J8…`, in a sentence: "a transfer". */
export function ownerKind(owner: string | null): string {
  const [kind = "none"] = owner?.split("/") ?? [];
  switch (kind) {
    case "transfers":
      return "a transfer";
    case "automations":
      return "an automation";
    case "claims":
      return "a claim";
    case "treasury":
      return "the treasury";
    default:
      return "no owner";
  }
}
