import Type, { type Static } from "typebox";
import type { FreezeView } from "../../admin/index.ts";
import { chainNames } from "../../chains/chain-name.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { freezeStatuses } from "../../tokens/index.ts";

export const FreezeSchema = named(
  "ConsoleFreeze",
  Type.Object({
    id: IdSchema,
    network: Type.Enum(["testnet", "mainnet"]),
    value_type: Type.String(),
    tenant_id: nullableString({ description: "Issuing tenant; null for platform tokens." }),
    transfer_type: Type.Enum([...chainNames], { description: "Chain." }),
    address: Type.String(),
    status: Type.Enum([...freezeStatuses], {
      description: "While `freezing`, `frozen` or `unfreezing`, the address can't send or receive the token.",
    }),
    reason: Type.String(),
    unfreeze_reason: nullableString({ description: "Reason of the last unfreeze order." }),
    failure: nullableString({ description: "Why the last order failed on chain." }),
    created_at: DateTimeSchema,
    updated_at: DateTimeSchema,
  }),
);

export function presentFreeze(view: FreezeView): Static<typeof FreezeSchema> {
  return {
    id: view.id,
    network: view.network,
    value_type: view.valueType,
    tenant_id: view.tenantId ?? null,
    transfer_type: view.chain,
    address: view.address,
    status: view.status,
    reason: view.reason,
    unfreeze_reason: view.unfreezeReason ?? null,
    failure: view.failure ?? null,
    created_at: view.created,
    updated_at: view.updated,
  };
}
