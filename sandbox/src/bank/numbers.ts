import {
  assert,
  type Instant,
  isoProfiles,
  type Network,
  paymentSystemOf,
  type RailSystem,
  referenceOf,
} from "@florin/service/sandbox-ports";
import { bookingDay } from "./bank-time.ts";
import { sandboxSender } from "./sandbox-sender.ts";

/** Sequential numbers of the bank, each used once: the row that holds the next one is locked meanwhile. */
export interface Numbers {
  take(): bigint;
  /** The number that `take` returns next. */
  next(): bigint;
}

export function createNumbers(first: bigint): Numbers {
  let next = first;
  return {
    take: () => {
      next += 1n;
      return next - 1n;
    },
    next: () => next,
  };
}

/** The bank's reference of an entry on Florin's account. */
export function bankReferenceOf(network: Network, number: bigint): string {
  return `SB${network === "testnet" ? "T" : "M"}${padded(number, 12)}`;
}

/** Reference that the clearing system assigns to a payment that another bank or this one sends. */
export function clearingReferenceOf(system: RailSystem, at: Instant, number: bigint): string {
  const { routingNumber } = sandboxSender;
  const { isoProfile } = paymentSystemOf(system);
  if (isoProfile === undefined) return traceOf(routingNumber, number);
  const { instructionId, messageId } = isoProfiles[isoProfile];
  const form = instructionId ?? messageId;
  assert(form !== undefined, "a network has a form of its references");
  const sender = { routingNumber, fedwireSource: "FLRNSBX1", rtpParticipant: `${routingNumber}T1` };
  const day = bookingDay(at);
  return referenceOf(form, { sender, days: { settlement: day, creation: day }, number });
}

/** Nacha: the first eight digits of the originating bank, and a seven-digit number. */
export function traceOf(routingNumber: string, number: bigint): string {
  return `${routingNumber.slice(0, 8)}${padded(number % 10_000_000n, 7)}`;
}

/** Message id, and prefix of its file name. */
export function messageIdOf(network: Network, number: bigint): string {
  return `sandbox-${network}-${padded(number, 10)}`;
}

export function fileNameOf(network: Network, number: bigint, ending: string): string {
  return `${messageIdOf(network, number)}.${ending}`;
}

export function endingOf(fileName: string): string {
  return fileName.slice(fileName.indexOf(".") + 1);
}

function padded(number: bigint, digits: number): string {
  return `${number}`.padStart(digits, "0");
}
