import type { Config } from "../config.ts";
import type { Network } from "../kernel/id.ts";
import type { BankIdentity } from "../rails/bank.ts";
import { sandboxIdentity } from "../rails/sandbox-identity.ts";

/** Our identity at the bank of a network. Testnet always uses the sandbox bank. */
export function bankIdentityOf({ bank }: Pick<Config, "bank">, network: Network): BankIdentity {
  return network === "testnet" || bank.connector === "sandbox" ? sandboxIdentity(network) : bank.identity;
}
