import { Address, scValToBigInt, xdr } from "@stellar/stellar-sdk";
import { ChainUnavailableError } from "../chain.ts";
import { unitsOf } from "./amounts.ts";
import type { NodeEvent } from "./node-answers.ts";

/** What an asset's event (CAP-67) moved. */
export interface Movement {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly units: bigint;
}

/** Undefined for an event that moves nothing, and for an amount below one unit. */
export function readMovement({ topic, value }: NodeEvent): Movement | undefined {
  try {
    const topics = topic.map((one) => xdr.ScVal.fromXDR(one, "base64"));
    const ends = endsOf(topics);
    if (ends === undefined) return undefined;
    const units = unitsOf(amountOf(xdr.ScVal.fromXDR(value, "base64")));
    return units === 0n ? undefined : { ...ends, units };
  } catch (cause) {
    throw new ChainUnavailableError("a node answered what is no event of an asset", { cause });
  }
}

function endsOf(topics: readonly xdr.ScVal[]): Omit<Movement, "units"> | undefined {
  const name = topics[0] === undefined ? "" : symbolIn(topics[0]);
  // The asset comes last. Before protocol 23 an administrator stood between the name and the holder.
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

/** A number; or a map, when a memo or a muxed destination goes along. */
function amountOf(value: xdr.ScVal): bigint {
  if (value.switch().name !== "scvMap") return scValToBigInt(value);
  const amount = (value.map() ?? []).find((entry) => symbolIn(entry.key()) === "amount");
  if (amount === undefined) throw new Error("the amount is missing");
  return scValToBigInt(amount.val());
}

/** An event's id is the place of its operation (SEP-35) and its number there: the same whenever it is asked for. */
export function indexOf(id: string): number {
  const [place = "0", number = "0"] = id.split("-");
  return Number(BigInt(place) & 0xfffn) * eventsOfOperation + Number(number);
}

const eventsOfOperation = 10_000;
