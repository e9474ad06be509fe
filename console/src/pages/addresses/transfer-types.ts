import type { TransferType } from "./address.ts";

/** Chains of one family share addresses. */
export const chainFamilies = [
  { family: "Ethereum and Base", chains: ["ethereum", "base"] },
  { family: "Solana", chains: ["solana"] },
  { family: "Stellar", chains: ["stellar"] },
] as const satisfies readonly { readonly family: string; readonly chains: readonly TransferType[] }[];

export type Chain = (typeof chainFamilies)[number]["chains"][number];

export const creditRails = [
  "ach_credit",
  "same_day_ach_credit",
  "rtp_credit",
  "wire",
] as const satisfies readonly TransferType[];
/** Linked bank accounts can also be debited. Wires are not available through a link. */
export const linkedRails = [
  "ach_debit",
  "same_day_ach_debit",
  "ach_credit",
  "same_day_ach_credit",
  "rtp_credit",
] as const satisfies readonly TransferType[];

const labels: Readonly<Record<string, string>> = {
  ach_credit: "ACH credit",
  same_day_ach_credit: "Same-day ACH credit",
  ach_debit: "ACH debit",
  same_day_ach_debit: "Same-day ACH debit",
  rtp_credit: "RTP credit",
};

/** Label of a chain or rail. */
export function transferTypeWords(type: string): string {
  return labels[type] ?? type.charAt(0).toUpperCase() + type.slice(1);
}
