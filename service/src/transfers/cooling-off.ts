import type { Address } from "../addresses/index.ts";
import type { Network } from "../kernel/id.ts";
import { addMs, type Clock, formatInstant } from "../kernel/instant.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { CoolsUntil, RequestedTransferInput, TransferFacts } from "./facts.ts";
import { unprocessable } from "./unprocessable.ts";

/** New and changed external addresses wait; custodial addresses don't. */
export function createCoolingOff(clock: Clock, coolingOffMs: Readonly<Record<Network, number>>): CoolsUntil {
  return ({ kind, network, updatedAt }) => {
    const until = addMs(updatedAt, coolingOffMs[network]);
    return kind === "external" && clock.now() < until ? until : undefined;
  };
}

/**
 * Gives the owner time to notice a destination that an attacker added. Automations are refused when their destination is
 * set: what they receive later is money of the account already, and must not end in suspense.
 */
export function refuseCooling(
  { coolsUntil }: Pick<TransferFacts, "coolsUntil">,
  address: Address,
  { requester }: Pick<RequestedTransferInput, "requester">,
): Refusal | undefined {
  const until = "principal" in requester ? coolsUntil(address) : undefined;
  if (until === undefined) return undefined;
  const detail = `was added or changed recently, and can be a destination from ${formatInstant(until)} on`;
  return unprocessable("/destination/address_id", detail);
}
