import { findAccount } from "../accounts/index.ts";
import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Payments, VirtualAccount } from "../payments/index.ts";
import { managerOf } from "./ensure-treasury.ts";
import { treasuryRef } from "./payment-owner.ts";
import type { TreasuryScope } from "./treasury.ts";

export interface FundingAccountDeps extends AuditDeps {
  readonly payments: Pick<Payments, "openVirtualAccounts" | "findVirtualAccounts">;
}

/** Virtual account of the treasury for dollar deposits; opened on first use. */
export async function requireFundingAccount(
  deps: FundingAccountDeps,
  tx: Transaction,
  { tenantId, network, cause }: TreasuryScope & { readonly cause: Cause },
): Promise<VirtualAccount> {
  const scope = { tenantId, network };
  const accountId = managerOf(tenantId);
  const account = accountId && (await findAccount(tx, { tenantId, accountId }));
  if (account?.status !== "complete") {
    throw new RefusalError(refuse("not_found", "the managing account does not exist or is not complete"));
  }
  const owner = treasuryRef(tenantId);
  const known = (await deps.payments.findVirtualAccounts(tx, scope, [owner])).get(owner.subject);
  if (known !== undefined) return known;
  const [opened] = await deps.payments.openVirtualAccounts(tx, scope, [{ accountId: account.id, owner }]);
  assert(opened !== undefined, "every requested account is opened");
  await auditChange(deps, tx, {
    cause,
    action: "treasury.open_account",
    of: { ...scope, id: tenantId, accountId: account.id },
    after: { account_number: opened.accountNumber },
  });
  return opened;
}
