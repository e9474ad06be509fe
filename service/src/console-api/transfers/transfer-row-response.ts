import Type, { type Static } from "typebox";
import type { Account } from "../../accounts/index.ts";
import { TransferTypeSchema } from "../../addresses/index.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { tokenScale } from "../../tokens/index.ts";
import { failureTypes, flows, routeFlowOf, type Transfer, transferStatuses } from "../../transfers/index.ts";

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
    completed_at: Type.Unsafe<string | null>({ type: ["string", "null"], format: "date-time" }),
  }),
);

export type WorkspaceTransfer = Static<typeof WorkspaceTransferSchema>;

export function presentRow(transfer: Transfer, account: Account | undefined): WorkspaceTransfer {
  const { units, currency, state, completedAt } = transfer;
  const failure = state.status === "failed" ? state.failure : undefined;
  return {
    id: transfer.id,
    account_id: transfer.accountId,
    account_name: account?.name ?? null,
    flow: routeFlowOf(transfer),
    status: state.status,
    failure_type: failure?.type ?? null,
    amount: formatAmount({ units, asset: { code: currency, scale: tokenScale } }),
    currency,
    fee: formatAmount({ units: transfer.feeCents, asset: usd }),
    source: endOf(transfer.source),
    destination: endOf(transfer.destination),
    automation_id: transfer.automationId ?? null,
    note: transfer.note ?? null,
    created_at: formatInstant(transfer.createdAt),
    updated_at: formatInstant(transfer.updatedAt),
    completed_at: completedAt === undefined ? null : formatInstant(completedAt),
  };
}

function endOf(end: Transfer["source"] | Transfer["destination"]): Static<typeof EndSchema> {
  const address_id = end.addressId ?? null;
  return end.medium === "bank"
    ? {
        address_id,
        transfer_type: end.rail,
        value_type: usd.code,
        transaction_id: null,
        payment_id: end.paymentId ?? null,
      }
    : {
        address_id,
        transfer_type: end.chain,
        value_type: end.token.valueType,
        transaction_id: (end.medium === "chain" ? end.transactionId : undefined) ?? null,
        payment_id: null,
      };
}
