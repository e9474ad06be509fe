import { Address, scValToBigInt, xdr } from "@stellar/stellar-base";
import { ChainUnavailableError } from "../chain.ts";
import { unitsOf } from "./amounts.ts";
import type { NodeEvent } from "./node-responses.ts";

/** Token movement of an asset event (CAP-67). */
export interface Movement {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly units: bigint;
}

/** Undefined for other events, and for an amount below one unit. */
export function readMovement({ topic = [], value }: NodeEvent): Movement | undefined {
  try {
    const topics = topic.map((text) => xdr.ScVal.fromXDR(text, "base64"));
    const addresses = addressesOf(topics);
    if (addresses === undefined) return undefined;
    const units = unitsOf(amountOf(xdr.ScVal.fromXDR(value, "base64")));
    return units === 0n ? undefined : { ...addresses, units };
  } catch (cause) {
    throw new ChainUnavailableError("RPC node returned an invalid asset event", { cause });
  }
}

function addressesOf(topics: readonly xdr.ScVal[]): Omit<Movement, "units"> | undefined {
  const name = topics[0] === undefined ? "" : symbolIn(topics[0]);
  // The asset is last. Before protocol 23, an admin address was between name and holder.
  const [second, last] = [topics.at(-3), topics.at(-2)];
  switch (name) {
    case "transfer":
      return { from: addressIn(second), to: addressIn(last) };
    case "mint":
      return { from: undefined, to: addressIn(last) };
    case "burn":
    case "clawback":
      return { from: addressIn(last), to: undefined };
    default:
      return undefined;
  }
}

function symbolIn(value: xdr.ScVal): string {
  return value.switch().name === "scvSymbol" ? value.sym().toString() : "";
}

function addressIn(topic: xdr.ScVal | undefined): string {
  if (topic === undefined) throw new Error("an address is missing");
  return Address.fromScVal(topic).toString();
}

/** A number; or a map, if there is a memo or a muxed destination. */
function amountOf(value: xdr.ScVal): bigint {
  if (value.switch().name !== "scvMap") return scValToBigInt(value);
  const amount = (value.map() ?? []).find((entry) => symbolIn(entry.key()) === "amount");
  if (amount === undefined) throw new Error("the amount is missing");
  return scValToBigInt(amount.val());
}

/** The event id is the operation's position (SEP-35) and the event's index within it, so it is stable. */
export function indexOf(id: string): number {
  const [place = "0", number = "0"] = id.split("-");
  return Number(BigInt(place) & 0xfffn) * eventsOfOperation + Number(number);
}

const eventsOfOperation = 10_000;
