import { type Address, isAddress } from "@solana/kit";
import { RpcFailure } from "./rpc-server.ts";

/** Implementation of an RPC method. */
export type SolanaMethod = (params: unknown) => unknown;

/** Parameters of a call, parsed as strictly as a validator does. */
export interface Params {
  readonly list: readonly unknown[];
  readonly config: Readonly<Record<string, unknown>>;
}

export type Commitment = "processed" | "confirmed" | "finalized";

/** `configAt` is the index of the optional configuration object. */
export function readParams(params: unknown, configAt: number): Params {
  const list = Array.isArray(params) ? params : [];
  const config: unknown = list[configAt] ?? {};
  if (typeof config !== "object" || config === null || Array.isArray(config))
    throw invalidParams("expected a configuration object");
  return { list, config: Object.fromEntries(Object.entries(config)) };
}

export function readCommitment({ config }: Params): Commitment {
  const value = config["commitment"] ?? config["preflightCommitment"] ?? "finalized";
  if (value === "processed" || value === "confirmed" || value === "finalized") return value;
  throw invalidParams(`unknown commitment ${JSON.stringify(value)}`);
}

/** Blocks and transactions are available only once confirmed. */
export function readSettledCommitment(params: Params): Exclude<Commitment, "processed"> {
  const commitment = readCommitment(params);
  if (commitment === "processed")
    throw new RpcFailure(-32602, "Method does not support commitment below `confirmed`");
  return commitment;
}

export function readText({ list }: Params, at: number): string {
  const value = list[at];
  if (typeof value !== "string") throw invalidParams("expected a string");
  return value;
}

export function readTexts({ list }: Params, at: number, limit: number): readonly string[] {
  const value: unknown = list[at];
  if (!Array.isArray(value) || !value.every((text) => typeof text === "string"))
    throw invalidParams("expected a list of strings");
  if (value.length > limit) throw new RpcFailure(-32602, `Too many inputs provided; max ${limit}`);
  return value;
}

export function readAddress(params: Params, at: number): Address {
  return toAddress(readText(params, at));
}

export function toAddress(text: string): Address {
  if (!isAddress(text)) throw new RpcFailure(-32602, "Invalid param: Invalid");
  return text;
}

export function readWhole({ list }: Params, at: number): bigint {
  const value = list[at];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw invalidParams("expected a whole number");
  return BigInt(value);
}

export function invalidParams(detail: string): RpcFailure {
  return new RpcFailure(-32602, `Invalid params: ${detail}.`);
}
