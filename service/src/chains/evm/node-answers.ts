import type { Hex } from "viem";
import { getAddress, isAddress, isHex } from "viem/utils";
import { ChainUnavailableError } from "../chain.ts";

export interface Block {
  readonly height: bigint;
  readonly hash: string;
  /** Seconds since 1970. */
  readonly timestamp: bigint;
}

export interface Receipt {
  readonly height: bigint;
  readonly blockHash: string;
  readonly isSuccess: boolean;
}

export interface SentTransaction {
  readonly from: string;
  /** Undefined for one that creates a contract. */
  readonly to: string | undefined;
  readonly input: Hex;
  readonly gas: bigint;
}

export interface Log {
  readonly contract: string;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly transactionId: string;
  readonly index: number;
  readonly height: bigint;
  readonly blockHash: string;
}

/** As JSON-RPC writes numbers: hexadecimal, without leading zeros. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`;
}

export function readQuantity(answer: unknown): bigint {
  return BigInt(readHex(answer));
}

export function readHex(answer: unknown): Hex {
  if (!isHex(answer)) throw malformed("a number or bytes");
  return answer;
}

export function readBlock(answer: unknown): Block {
  const block = readObject(answer, "a block");
  return {
    height: readQuantity(block["number"]),
    hash: readHex(block["hash"]),
    timestamp: readQuantity(block["timestamp"]),
  };
}

/** Undefined for a transaction that is in no block. */
export function readReceipt(answer: unknown): Receipt | undefined {
  if (answer === null) return undefined;
  const receipt = readObject(answer, "a receipt");
  return {
    height: readQuantity(receipt["blockNumber"]),
    blockHash: readHex(receipt["blockHash"]),
    isSuccess: readQuantity(receipt["status"]) === 1n,
  };
}

export function readTransaction(answer: unknown): SentTransaction {
  const transaction = readObject(answer, "a transaction");
  const { to } = transaction;
  return {
    from: readAddress(transaction["from"]),
    to: to === null || to === undefined ? undefined : readAddress(to),
    input: readHex(transaction["input"]),
    gas: readQuantity(transaction["gas"]),
  };
}

export function readLogs(answer: unknown): readonly Log[] {
  return readArray(answer, "logs").map((entry) => {
    const log = readObject(entry, "a log");
    return {
      contract: readAddress(log["address"]),
      topics: readArray(log["topics"], "topics").map(readHex),
      data: readHex(log["data"]),
      transactionId: readHex(log["transactionHash"]),
      index: Number(readQuantity(log["logIndex"])),
      height: readQuantity(log["blockNumber"]),
      blockHash: readHex(log["blockHash"]),
    };
  });
}

export function readArray(answer: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(answer)) throw malformed(what);
  return answer;
}

export function readObject(answer: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) throw malformed(what);
  return answer as Readonly<Record<string, unknown>>;
}

export function readText(answer: unknown): string {
  if (typeof answer !== "string") throw malformed("text");
  return answer;
}

function readAddress(answer: unknown): string {
  if (typeof answer !== "string" || !isAddress(answer, { strict: false })) throw malformed("an address");
  return getAddress(answer);
}

function malformed(what: string): ChainUnavailableError {
  return new ChainUnavailableError(`a node answered something that is not ${what}`);
}
