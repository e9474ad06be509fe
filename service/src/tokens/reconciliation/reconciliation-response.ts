import Type from "typebox";
import { present } from "../../http/present.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import { tokenScale } from "../token.ts";
import type { Difference, Reconciliation } from "./reconciliation.ts";

export const DifferenceSchema = named(
  "ConsoleDifference",
  Type.Object({
    network: Type.Enum(["testnet", "mainnet"]),
    transfer_type: Type.String({ description: "Chain." }),
    value_type: Type.String(),
    tenant_id: nullableString({ description: "Null for a supply." }),
    address_id: nullableString({ description: "Null for a supply." }),
    on_chain: nullableString({ description: "Null if the chain was unreachable." }),
    in_ledger: Type.String(),
    cause: Type.String(),
  }),
);

export const ReconciliationSchema = Type.Object({
  id: Type.String(),
  started_at: DateTimeSchema,
  ended_at: DateTimeSchema,
  compared: Type.Integer(),
  explained: Type.Integer({ description: "Differences in flight." }),
  different: Type.Integer(),
  unverified: Type.Integer({ description: "Chain unreachable." }),
  differences: Type.Array(DifferenceSchema),
  is_complete: Type.Boolean({ description: "False if there are more differences than returned." }),
});

/** The last reconciliation of chains and ledger, with its differences. */
export interface ShownReconciliation extends Omit<Reconciliation, "endedAt"> {
  readonly endedAt: NonNullable<Reconciliation["endedAt"]>;
  readonly differences: readonly Difference[];
  /** False if there are more differences than shown. */
  readonly isComplete: boolean;
}

export const presentReconciliation = (shown: ShownReconciliation) =>
  present(ReconciliationSchema, { ...shown, differences: shown.differences.map(withAmounts) });

export const presentDifference = (difference: Difference) =>
  present(DifferenceSchema, withAmounts(difference));

function withAmounts({ token, chain, holder, chainUnits, ledgerUnits, network, cause }: Difference) {
  const { valueType } = token;
  const asset = { code: valueType, scale: tokenScale };
  return {
    network,
    transferType: chain,
    valueType,
    tenantId: holder?.tenantId,
    addressId: holder?.addressId,
    onChain: chainUnits === undefined ? undefined : { units: chainUnits, asset },
    inLedger: { units: ledgerUnits, asset },
    cause,
  };
}
