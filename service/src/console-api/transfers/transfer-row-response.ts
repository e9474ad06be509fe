import Type, { type Static } from "typebox";
import type { Account } from "../../accounts/index.ts";
import { TransferTypeSchema } from "../../addresses/index.ts";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
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
  return present(WorkspaceTransferSchema, {
    ...viewTransfer(transfer),
    flow: routeFlowOf(transfer),
    accountName: account?.name,
  });
}
