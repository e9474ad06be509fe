import { type AuditDeps, type AuditEntry, recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import type { Operation } from "../ledger/index.ts";
import { outsideDollars, owedByCustomer } from "../payments/index.ts";
import type { Claim, ClaimScope } from "./claim.ts";
import { insertClaim } from "./store.ts";

export interface ClaimsDeps extends AuditDeps {
  /** Called after the commit that opened a claim. */
  readonly onClaimOpened?: (claim: Claim) => void;
}

export type NewClaim = Pick<
  Claim,
  | "id"
  | "accountId"
  | "addressId"
  | "transferId"
  | "paymentId"
  | "tokenId"
  | "valueType"
  | "returnCode"
  | "cents"
>;

/** Opens claims for returned debits. The caller posts the returned operations at the end of its transaction. */
export async function openClaims(
  deps: ClaimsDeps,
  tx: Transaction,
  scope: ClaimScope,
  { opened, cause }: { readonly opened: readonly NewClaim[]; readonly cause: Cause },
): Promise<readonly Operation[]> {
  if (opened.length === 0) return [];
  const now = deps.clock.now();
  const { tenantId, network } = scope;
  const claims = opened.map(
    (claim): Claim => ({
      ...claim,
      tenantId,
      network,
      remainingCents: claim.cents,
      pendingCents: 0n,
      status: "open",
      openedAt: now,
      closedAt: undefined,
      updatedAt: now,
    }),
  );
  for (const claim of claims) await insertClaim(tx, claim);
  await recordAudit(
    deps,
    tx,
    scope,
    claims.map((claim) => openedEntry(claim, cause)),
  );
  tx.afterCommit(() => {
    for (const claim of claims) deps.onClaimOpened?.(claim);
  });
  return claims.map(openedPosting);
}

/** The money has left the bank, and the customer owes it. */
function openedPosting({ transferId, accountId, cents }: Claim): Operation {
  return {
    type: "post",
    key: `transfer/${transferId}/collection-returned`,
    postings: [
      { account: owedByCustomer(accountId), units: -cents },
      { account: outsideDollars, units: cents },
    ],
  };
}

function openedEntry(claim: Claim, cause: Cause): AuditEntry {
  const { id, accountId, transferId, paymentId, returnCode, cents } = claim;
  return {
    cause,
    action: "claim.open",
    subject: { type: "claim", id },
    accountId,
    after: {
      transfer_id: transferId,
      payment_id: paymentId,
      return_code: returnCode,
      amount: formatAmount({ units: cents, asset: usd }),
    },
  };
}
