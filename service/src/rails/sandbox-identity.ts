import type { Network } from "../kernel/id.ts";
import type { BankIdentity } from "./bank.ts";

/**
 * Our identity at the sandbox bank. The numbers are well-formed, so that every validation accepts them. As far as we
 * know, the prefix 1299 of the routing number is not assigned to a Federal Reserve office, so no bank has this number.
 */
export function sandboxIdentity(network: Network): BankIdentity {
  return {
    bankName: "Florin Sandbox Bank",
    bankAddress: "1 Sandbox Way, San Francisco, CA 94105",
    routingNumber: "129900007",
    accountNumber: accountNumbers[network],
    companyName: "FLORIN SANDBOX",
    companyId: "1000000001",
    beneficiaryName: "Florin Sandbox",
    beneficiaryAddress: "2 Sandbox Way, San Francisco, CA 94105",
    virtualAccountPrefix: virtualAccountPrefixes[network],
  };
}

const accountNumbers = { testnet: "400100200300", mainnet: "400100200301" } as const;
const virtualAccountPrefixes = { testnet: "8801", mainnet: "8802" } as const;
