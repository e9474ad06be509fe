import type { TransferQuote } from "./use-transfer-quote.ts";

interface DeliveredAmount {
  readonly value: string;
  readonly asset: string;
}

/**
 * The amount that reaches the destination, in the destination's value type: an off-ramp delivers dollars, although the
 * API states all amounts of a quote in the currency of the request.
 */
export function deliveredAmount({
  delivered,
  route,
}: Pick<TransferQuote, "delivered" | "route">): DeliveredAmount {
  return { value: delivered.value, asset: route.destination.value_type };
}
