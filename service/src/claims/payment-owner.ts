import type { AuditDeps } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import { type Id, parseId } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import type { Operation } from "../ledger/index.ts";
import type {
  PaymentOwner,
  Payments,
  PaymentUpdate,
  RefusedPayment,
  VirtualAccount,
} from "../payments/index.ts";
import type { Claim } from "./claim.ts";
import { decideAmount, writeSettlement } from "./settle-claim.ts";
import { lockClaim } from "./store.ts";

/** Name of claims as a payment owner: an operator matches a payment to `claims/<id>`. */
export const claimsOwnerName = "claims";

const cause = systemCause("claims.payments");

/** Incoming payments repay the claim that they are matched to, or whose account number they were sent to. */
export function createClaimsOwner(deps: AuditDeps): PaymentOwner {
  return {
    name: claimsOwnerName,
    heard: async (tx, _scope, updates) => {
      const operations: Operation[] = [];
      const refused: RefusedPayment[] = [];
      for (const update of updates) {
        if (update.type !== "received") continue;
        const outcome = await receive(deps, tx, update);
        if (typeof outcome === "string") refused.push({ paymentId: update.payment.id, why: outcome });
        else operations.push(outcome);
      }
      return { events: [], operations, refused };
    },
  };
}

/** Why the payment is not accepted, or its posting. */
async function receive(
  deps: AuditDeps,
  tx: Transaction,
  { payment, funds }: PaymentUpdate & { readonly type: "received" },
): Promise<Operation | string> {
  const claim = await lockClaim(tx, payment.owner?.subject ?? "");
  assert(claim !== undefined, "a virtual account of claims is that of a claim");
  const cents = decideAmount(claim, payment.amountCents);
  if (isRefusal(cents)) return cents.detail;
  const now = deps.clock.now();
  const settlement = {
    tenantId: claim.tenantId,
    network: claim.network,
    // A payment settles once.
    id: payment.id as string as Id<"claim-settlement">,
    claimId: claim.id,
    type: "repay" as const,
    cents,
    status: "complete" as const,
    reason: "payment received",
    source: `payment/${payment.id}`,
    failureReason: undefined,
    createdAt: now,
    updatedAt: now,
  };
  return (await writeSettlement(deps, tx, { before: claim, settlement, from: funds }, cause)).operation;
}

/** The account number to which the customer can repay a claim; opened on first use. */
export async function requireRepaymentAccount(
  payments: Pick<Payments, "openVirtualAccounts" | "findVirtualAccounts">,
  tx: Transaction,
  claim: Claim,
): Promise<VirtualAccount> {
  const owner = { name: claimsOwnerName, subject: claim.id };
  const known = (await payments.findVirtualAccounts(tx, claim, [owner])).get(claim.id);
  if (known !== undefined) return known;
  const [opened] = await payments.openVirtualAccounts(tx, claim, [{ accountId: claim.accountId, owner }]);
  assert(opened !== undefined, "every requested account is opened");
  return opened;
}

/** The claim that a payment is matched to, locked. */
export async function lockMatchedClaim(tx: Transaction, id: string): Promise<Claim | undefined> {
  return parseId<"claim">(id) === undefined ? undefined : lockClaim(tx, id);
}
