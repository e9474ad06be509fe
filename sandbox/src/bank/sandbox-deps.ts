import type { BankIdentity, SandboxBankOptions } from "@florin/service/sandbox-ports";
import type { TroublePlan } from "./chance.ts";

/** Dependencies of all parts of the bank. */
export interface SandboxDeps extends SandboxBankOptions {
  readonly identity: BankIdentity;
  readonly trouble: TroublePlan;
}
