import Type, { type Static } from "typebox";
import type { Account } from "../../accounts/index.ts";
import { TransferTypeSchema } from "../../addresses/index.ts";
import { type Claim, claimStatuses, findClaimsOfPayments } from "../../claims/index.ts";
import type { Session } from "../../db/database.ts";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import type { TenantId } from "../../kernel/id.ts";
import { dollars } from "../../kernel/money.ts";
import {
  failureTypes,
  flows,
  routeFlowOf,
  type Transfer,
  transferStatuses,
  viewTransfer,
} from "../../transfers/index.ts";

const EndSchema = named(
  "WorkspaceTransferEnd",
  Type.Object({
    address_id: nullableString({
      description: "Null for an incoming wire, whose sender is not known in advance.",
    }),
    transfer_type: TransferTypeSchema,
    value_type: Type.String(),
    transaction_id: nullableString(),
    payment_id: nullableString(),
  }),
);

const ReversalSchema = named(
  "TransferReversal",
  Type.Object(
    {
      claim_id: IdSchema,
      return_code: Type.String({ description: "Nacha return code." }),
      status: Type.Enum([...claimStatuses]),
      amount: Type.String({ description: "In dollars." }),
      remaining: Type.String({ description: "What is still owed, in dollars." }),
      occurred_at: DateTimeSchema,
    },
    { description: "A debit that was returned after its money was used, and the claim for it." },
  ),
);

/** A transfer in a list across accounts: the fields that identify it. */
export const WorkspaceTransferSchema = named(
  "WorkspaceTransfer",
  Type.Object({
    id: IdSchema,
    account_id: IdSchema,
    account_name: nullableString({ description: "Null if the account no longer belongs to this network." }),
    flow: Type.Enum([...flows]),
    status: Type.Enum([...transferStatuses]),
    failure_type: Type.Union([Type.Null(), Type.Enum([...failureTypes])]),
    amount: Type.String(),
    currency: Type.String(),
    fee: Type.String({ description: "In dollars." }),
    source: EndSchema,
    destination: EndSchema,
    automation_id: nullableString(),
    note: nullableString(),
    created_at: DateTimeSchema,
    updated_at: DateTimeSchema,
    reversal: Type.Union([Type.Null(), ReversalSchema]),
    completed_at: Type.Unsafe<string | null>({ type: ["string", "null"], format: "date-time" }),
  }),
);

export type WorkspaceTransfer = Static<typeof WorkspaceTransferSchema>;

export function presentRow(
  transfer: Transfer,
  account: Account | undefined,
  claim: Claim | undefined,
): WorkspaceTransfer {
  return present(WorkspaceTransferSchema, {
    ...viewTransfer(transfer),
    flow: routeFlowOf(transfer),
    accountName: account?.name,
    reversal: claim && {
      ...claim,
      claimId: claim.id,
      amount: dollars(claim.cents),
      remaining: dollars(claim.remainingCents),
      occurredAt: claim.openedAt,
    },
  });
}

/** The claim of each transfer whose debit was returned after its money was used. */
export async function findReversals(
  session: Session,
  tenantId: TenantId,
  transfers: readonly Transfer[],
): Promise<ReadonlyMap<string, Claim>> {
  const paymentIds = transfers.flatMap(({ source }) =>
    source.medium === "bank" ? (source.paymentId ?? []) : [],
  );
  const claims = await findClaimsOfPayments(session, { tenantId, paymentId: paymentIds });
  return new Map(claims.map((claim) => [claim.transferId, claim]));
}
