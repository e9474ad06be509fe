import { send } from "../../api/client.ts";
import type { Network } from "../../workspace/network.ts";
import type { EndChoice, MovementKind } from "./movement.ts";

export interface MovementOrder {
  readonly path: { readonly tenant_id: string; readonly network: Network; readonly account_id: string };
  readonly valueType: string;
  readonly amount: string;
  /** Of burns and transfers. */
  readonly source: EndChoice | undefined;
  /** Of mints and transfers. */
  readonly destination: EndChoice | undefined;
}

/** Has it done; answers under which id it is found. */
export function sendMovement(kind: MovementKind, order: MovementOrder): Promise<{ readonly id: string }> {
  const { path, amount, valueType, source, destination } = order;
  const options = { params: { path }, idempotent: true } as const;
  switch (kind) {
    case "mint":
      return send(
        "post",
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/mints",
        {
          ...options,
          body: { amount, destination: endOf(destination, valueType) },
        },
      );
    case "burn":
      return send(
        "post",
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/burns",
        {
          ...options,
          body: { amount, source: endOf(source, valueType) },
        },
      );
    case "transfer":
      return send(
        "post",
        "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/tokens/transfers",
        {
          ...options,
          body: {
            amount,
            source: endOf(source, valueType),
            destination: endOf(destination, valueType),
          },
        },
      );
  }
}

/** The form is sent only when both ends are chosen. */
function endOf(end: EndChoice | undefined, valueType: string) {
  if (end === undefined) throw new Error("an address must be chosen first");
  return { address_id: end.addressId, value_type: valueType, transfer_type: end.chain };
}
