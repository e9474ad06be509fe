import type { AuditDeps } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { systemCause } from "../../kernel/cause.ts";
import { auditAddress } from "../address-audit.ts";
import { type AddressKey, updateAddress } from "../store.ts";
import { lockBank } from "./lock-bank.ts";
import { selectBankLink } from "./store.ts";

/** A deposit was rejected or returned: the account does not exist or cannot be debited. Idempotent. */
export async function failMicroDeposits(deps: AuditDeps, tx: Transaction, key: AddressKey): Promise<void> {
  const before = await lockBank(tx, key);
  const link = await selectBankLink(tx, key);
  if (link?.provider !== "micro_deposits" || before.verification === "failed") return;
  const after = { ...before, verification: "failed", updatedAt: deps.clock.now() } as const;
  await updateAddress(tx, after);
  const cause = systemCause("addresses.fail-micro-deposits");
  await auditAddress(deps, tx, { cause, action: "address.update", before, after });
}
