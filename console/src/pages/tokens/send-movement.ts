import { send } from "../../api/client.ts";
import type { RequestKeys } from "../../kit/request-keys.ts";
import type { Network } from "../../workspace/network.ts";
import type { EndChoice, MovementKind } from "./movement.ts";

export interface MovementOrder {
  readonly path: { readonly tenant_id: string; readonly network: Network; readonly account_id: string };
  readonly valueType: string;
  readonly amount: string;
  /** Burns and transfers only. */
  readonly source: EndChoice | undefined;
  /** Mints and transfers only. */
  readonly destination: EndChoice | undefined;
}

/** Submits a mint, burn or transfer and returns its id. The same order has the same idempotency key. */
export function sendMovement(
  kind: MovementKind,
  order: MovementOrder,
  keyOf: RequestKeys,
): Promise<{ readonly id: string }> {
  const { path, amount, valueType, source, destination } = order;
  const options = { params: { path }, idempotencyKey: keyOf([kind, order]) } as const;
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

/** The form can be submitted only when source and destination are selected. */
function endOf(end: EndChoice | undefined, valueType: string) {
  if (end === undefined) throw new Error("no address selected");
  return { address_id: end.addressId, value_type: valueType, transfer_type: end.chain };
}
