import { z } from "zod";
import type { Question } from "./ask-nodes.ts";

/** The RPC calls to a Solana node, each with the part of its result that is used. */

export type Commitment = "confirmed" | "finalized";

const whole = z.number().int().nonnegative().transform(BigInt);
const context = z.object({ slot: whole });
const units = z.string().regex(/^\d+$/).transform(BigInt);
const account = z.object({
  owner: z.string(),
  lamports: z.number(),
  data: z
    .tuple([z.string(), z.literal("base64")])
    .transform(([text]) => Uint8Array.from(Buffer.from(text, "base64"))),
});
export type NodeAccount = z.infer<typeof account>;

const blockhash = z.object({
  context,
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: whole }),
});

export function latestBlockhash(commitment: Commitment): Question<z.infer<typeof blockhash>> {
  return { method: "getLatestBlockhash", params: [{ commitment }], response: blockhash };
}

const accounts = z.object({ value: z.array(account.nullable()) });
export const maxAccountsInQuestion = 100;

export function multipleAccounts(
  addresses: readonly string[],
  minContextSlot?: bigint,
): Question<z.infer<typeof accounts>> {
  const least = minContextSlot === undefined ? {} : { minContextSlot: Number(minContextSlot) };
  return {
    method: "getMultipleAccounts",
    params: [addresses, { commitment: "confirmed", encoding: "base64", ...least }],
    response: accounts,
  };
}

const amount = z.object({ value: z.object({ amount: units }) });

export function tokenSupply(mint: string): Question<z.infer<typeof amount>> {
  return { method: "getTokenSupply", params: [mint, { commitment: "confirmed" }], response: amount };
}

const balance = z.object({ value: whole });

export function lamportsOf(address: string): Question<z.infer<typeof balance>> {
  return { method: "getBalance", params: [address, { commitment: "confirmed" }], response: balance };
}

export function rentExemption(bytes: number): Question<bigint> {
  return { method: "getMinimumBalanceForRentExemption", params: [bytes], response: whole };
}

const epoch = z.object({ absoluteSlot: whole, blockHeight: whole });

/** Position of the chain in slots and in blocks: the two differ, because a slot may have no block. */
export function position(commitment: Commitment): Question<z.infer<typeof epoch>> {
  return { method: "getEpochInfo", params: [{ commitment }], response: epoch };
}

/** The slot of the oldest block that the node retains; its transactions are retained from there on. */
export const firstAvailableBlock: Question<bigint> = {
  method: "getFirstAvailableBlock",
  params: [],
  response: whole,
};

// Old blocks were stored without their height.
const block = z.object({ blockhash: z.string(), blockHeight: whole.nullish() });
export type NodeBlock = z.infer<typeof block>;

export function blockAt(slot: bigint): Question<NodeBlock | null> {
  const config = {
    commitment: "confirmed",
    transactionDetails: "none",
    rewards: false,
    maxSupportedTransactionVersion: 0,
  };
  return { method: "getBlock", params: [Number(slot), config], response: block.nullable() };
}

const version = z.object({ "solana-core": z.string() });

export function nodeVersion(): Question<z.infer<typeof version>> {
  return { method: "getVersion", params: [], response: version };
}

const status = z.object({
  slot: whole,
  err: z.unknown(),
  confirmationStatus: z.enum(["processed", "confirmed", "finalized"]).nullish(),
});
const statuses = z.object({ context, value: z.array(status.nullable()) });
export type SignatureStatus = z.infer<typeof status>;
export const maxStatusesInQuestion = 256;

export function signatureStatuses(signatures: readonly string[]): Question<z.infer<typeof statuses>> {
  return {
    method: "getSignatureStatuses",
    params: [signatures, { searchTransactionHistory: true }],
    response: statuses,
  };
}

const signature = z.object({ signature: z.string(), slot: whole, err: z.unknown() });
export type NamedSignature = z.infer<typeof signature>;

export function signaturesFor(
  address: string,
  page: { readonly limit: number; readonly minContextSlot: bigint; readonly before?: string },
): Question<NamedSignature[]> {
  const { minContextSlot, ...rest } = page;
  return {
    method: "getSignaturesForAddress",
    params: [address, { ...rest, commitment: "confirmed", minContextSlot: Number(minContextSlot) }],
    response: z.array(signature),
  };
}

const tokenBalance = z.object({
  accountIndex: z.number().int(),
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.object({ amount: units }),
});
export type TokenBalance = z.infer<typeof tokenBalance>;

const transaction = z.object({
  slot: whole,
  transaction: z.object({
    message: z.object({
      accountKeys: z.array(z.string()),
      instructions: z.array(z.object({ programIdIndex: z.number().int() })),
    }),
  }),
  meta: z.object({
    err: z.unknown(),
    preTokenBalances: z.array(tokenBalance).nullish(),
    postTokenBalances: z.array(tokenBalance).nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
});
export type NodeTransaction = z.infer<typeof transaction>;

export function transactionOf(id: string): Question<NodeTransaction | null> {
  return {
    method: "getTransaction",
    params: [id, { commitment: "confirmed", encoding: "json", maxSupportedTransactionVersion: 0 }],
    response: transaction.nullable(),
  };
}
