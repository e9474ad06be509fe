/** A value that the sandbox reacts to. */
export interface MagicValue {
  /** As in the guide. */
  readonly value: string;
  readonly effect: string;
  /** The forms that show it. */
  readonly forms: readonly ("transfer" | "deposit" | "account" | "token")[];
}

/** The magic values of `docs/guides/simulations.md`, in its order. */
export const magicValues: readonly MagicValue[] = [
  {
    value: "ACH amount of 55.NN, credit or debit",
    effect: "Returned with the code RNN: 55.01 with R01 (insufficient funds).",
    forms: ["transfer"],
  },
  {
    value: "RTP or FedNow amount of 55.NN",
    effect: "Rejected with the code ACNN: 55.03 with AC03.",
    forms: ["transfer"],
  },
  {
    value: "RTP or FedNow amount of 57.NN",
    effect: "Rejected by the receiving bank with the code AGNN or ABNN: 57.03 with AG03.",
    forms: ["transfer"],
  },
  {
    value: "ACH amount of 56.05, credit or debit",
    effect: "Settles, then the receiving bank sends a notification of change (C05).",
    forms: ["transfer"],
  },
  {
    value: "Mint, burn or transfer of 66.66 tokens",
    effect: "A local chain rejects it: a transfer into tokens is refunded.",
    forms: ["transfer", "token"],
  },
  {
    value: "Token name with the word Rejected",
    effect: "The local chains reject its deployments.",
    forms: ["token"],
  },
  { value: "Micro-deposits", effect: "Always 0.32 and 0.45.", forms: [] },
  {
    value: "Business name with Denied, Document or Review",
    effect: "The new account is rejected, requires documents, or needs manual review.",
    forms: ["account"],
  },
  {
    value: "Name similar to an entry of the demo sanctions list",
    effect: "A new account needs manual review; an incoming payment from this sender is held.",
    forms: ["account"],
  },
  {
    value: "0x00000000000000000000000000000000DeC0ded1",
    effect: "On the demo sanctions list: a simulated deposit from this address is held.",
    forms: ["deposit"],
  },
];
