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
  /** Undefined for a contract creation. */
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

/** JSON-RPC number encoding: hexadecimal, without leading zeros. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`;
}

export function readQuantity(json: unknown): bigint {
  return BigInt(readHex(json));
}

export function readHex(json: unknown): Hex {
  if (!isHex(json)) throw malformed("a number or bytes");
  return json;
}

export function readBlock(json: unknown): Block {
  const block = readObject(json, "a block");
  return {
    height: readQuantity(block["number"]),
    hash: readHex(block["hash"]),
    timestamp: readQuantity(block["timestamp"]),
  };
}

/** Undefined for a transaction that is not in a block. */
export function readReceipt(json: unknown): Receipt | undefined {
  if (json === null) return undefined;
  const receipt = readObject(json, "a receipt");
  return {
    height: readQuantity(receipt["blockNumber"]),
    blockHash: readHex(receipt["blockHash"]),
    isSuccess: readQuantity(receipt["status"]) === 1n,
  };
}

export function readTransaction(json: unknown): SentTransaction {
  const transaction = readObject(json, "a transaction");
  const { to } = transaction;
  return {
    from: readAddress(transaction["from"]),
    to: to === null || to === undefined ? undefined : readAddress(to),
    input: readHex(transaction["input"]),
    gas: readQuantity(transaction["gas"]),
  };
}

export function readLogs(json: unknown): readonly Log[] {
  return readArray(json, "logs").map((entry) => {
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

export function readArray(json: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(json)) throw malformed(what);
  return json;
}

export function readObject(json: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw malformed(what);
  return json as Readonly<Record<string, unknown>>;
}

export function readText(json: unknown): string {
  if (typeof json !== "string") throw malformed("text");
  return json;
}

function readAddress(json: unknown): string {
  if (typeof json !== "string" || !isAddress(json, { strict: false })) throw malformed("an address");
  return getAddress(json);
}

function malformed(what: string): ChainUnavailableError {
  return new ChainUnavailableError(`unexpected RPC response: expected ${what}`);
}
