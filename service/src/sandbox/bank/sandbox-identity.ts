import type { Network } from "../../kernel/id.ts";
import type { BankIdentity } from "../../rails/bank.ts";

/**
 * The numbers are well formed, so that everything that checks numbers accepts them. The offices 1299 and 0999, by which
 * the routing numbers begin, are none of the Federal Reserve's as far as we know: no bank has these.
 */
export const sandboxRoutingNumber = "129900007";
const senderRoutingNumber = "099900001";

/** The bank through which everybody sends who sends us money here. */
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

/** The bank takes money for our account, and for every number that it keeps for us. */
export function isAccountOf(identity: BankIdentity, accountNumber: string): boolean {
  return accountNumber === identity.accountNumber || accountNumber.startsWith(identity.virtualAccountPrefix);
}
