import Type from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { type Freeze, freezeStatuses } from "./freeze.ts";

export const FreezeSchema = named(
  "ConsoleFreeze",
  Type.Object({
    id: IdSchema,
    network: Type.Enum(["testnet", "mainnet"]),
    value_type: Type.String(),
    tenant_id: nullableString({ description: "Issuing tenant; null for platform tokens." }),
    transfer_type: ChainSchema,
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

export function presentFreeze(freeze: Freeze) {
  const { token, chain, state } = freeze;
  const { order, failure } = lastOrderOf(state);
  return present(FreezeSchema, {
    ...freeze,
    valueType: token.valueType,
    tenantId: token.tenantId,
    transferType: chain,
    status: state.status,
    unfreezeReason: order?.reason,
    failure: failure && `${failure.reason}: ${failure.detail}`,
  });
}

/** Of the unfreeze order, and of the last failure. */
function lastOrderOf(state: Freeze["state"]) {
  switch (state.status) {
    case "freezing":
      return { order: undefined, failure: undefined };
    case "frozen":
      return { order: state.last?.order, failure: state.last?.failure };
    case "unfreezing":
    case "unfrozen":
      return { order: state.order, failure: undefined };
    case "failed":
      return { order: undefined, failure: state.failure };
  }
}
