import type { Network } from "../../kernel/id.ts";
import type { BankIdentity } from "../../rails/bank.ts";

/**
 * The numbers are well-formed, so that every validation accepts them. The prefixes 1299 and 0999 of the routing numbers
 * are not assigned to Federal Reserve offices as far as we know, so no bank has these numbers.
 */
export const sandboxRoutingNumber = "129900007";
const senderRoutingNumber = "099900001";

/** The bank of all senders of incoming payments. */
export const sandboxSender = {
  bankName: "Sandbox Sender Bank",
  routingNumber: senderRoutingNumber,
  accountNumber: "700100200300",
} as const;

const accountNumbers = { testnet: "400100200300", mainnet: "400100200301" } as const;
const virtualAccountPrefixes = { testnet: "8801", mainnet: "8802" } as const;

export function sandboxIdentity(network: Network): BankIdentity {
  return {
    bankName: "Florin Sandbox Bank",
    bankAddress: "1 Sandbox Way, San Francisco, CA 94105",
    routingNumber: sandboxRoutingNumber,
    accountNumber: accountNumbers[network],
    companyName: "FLORIN SANDBOX",
    companyId: "1000000001",
    beneficiaryName: "Florin Sandbox",
    beneficiaryAddress: "2 Sandbox Way, San Francisco, CA 94105",
    virtualAccountPrefix: virtualAccountPrefixes[network],
  };
}

/** The bank accepts payments for Florin's account and for its virtual account numbers. */
export function isAccountOf(identity: BankIdentity, accountNumber: string): boolean {
  return accountNumber === identity.accountNumber || accountNumber.startsWith(identity.virtualAccountPrefix);
}
