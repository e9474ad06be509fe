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
    tenant_id: nullableString({ description: "Who issues the token; null for the platform's own." }),
    transfer_type: Type.Enum([...chainNames], { description: "The chain." }),
    address: Type.String(),
    status: Type.Enum([...freezeStatuses], {
      description: "While it is `freezing`, `frozen` or `unfreezing`, nothing of the token moves there.",
    }),
    reason: Type.String(),
    unfreeze_reason: nullableString({ description: "Of the last order to unfreeze." }),
    failure: nullableString({ description: "Why the chain did not do the last order." }),
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
