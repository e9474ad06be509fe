import Type, { type Static } from "typebox";
import { shapeOf } from "../../kernel/shape.ts";
import type { Question } from "./ask-nodes.ts";

/** The RPC calls to a Solana node, each with the part of its result that is used. */

export type Commitment = "confirmed" | "finalized";

// A larger number has lost its last digits in JSON.
const whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const units = Type.String({ pattern: "^[0-9]+$" });
const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const wholeShape = shapeOf(whole);
const readWhole = (result: unknown): bigint => BigInt(wholeShape.read(result));

const blockhash = shapeOf(
  Type.Object({
    context: Type.Object({ slot: whole }),
    value: Type.Object({ blockhash: Type.String(), lastValidBlockHeight: whole }),
  }),
);

export function latestBlockhash(commitment: Commitment): Question<{
  readonly slot: bigint;
  readonly blockhash: string;
  readonly lastValidBlockHeight: bigint;
}> {
  return {
    method: "getLatestBlockhash",
    params: [{ commitment }],
    read: (result) => {
      const { context, value } = blockhash.read(result);
      return {
        slot: BigInt(context.slot),
        blockhash: value.blockhash,
        lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
      };
    },
  };
}

const account = Type.Object({
  owner: Type.String(),
  lamports: Type.Number(),
  data: Type.Tuple([Type.String(), Type.Literal("base64")]),
});
const accounts = shapeOf(Type.Object({ value: Type.Array(orNull(account)) }));

export interface NodeAccount {
  readonly owner: string;
  readonly lamports: number;
  readonly data: Uint8Array;
}

export const maxAccountsInQuestion = 100;

/** In the order of the addresses; null where there is no account. */
export function multipleAccounts(
  addresses: readonly string[],
  minContextSlot?: bigint,
): Question<readonly (NodeAccount | null)[]> {
  const least = minContextSlot === undefined ? {} : { minContextSlot: Number(minContextSlot) };
  return {
    method: "getMultipleAccounts",
    params: [addresses, { commitment: "confirmed", encoding: "base64", ...least }],
    read: (result) => accounts.read(result).value.map((found) => found && toAccount(found)),
  };
}

function toAccount({ owner, lamports, data: [text] }: Static<typeof account>): NodeAccount {
  return { owner, lamports, data: Uint8Array.from(Buffer.from(text, "base64")) };
}

const amount = shapeOf(
  Type.Object({ context: Type.Object({ slot: whole }), value: Type.Object({ amount: units }) }),
);

/** The supply, and the slot of the response. */
export function tokenSupply(
  mint: string,
  commitment: Commitment = "confirmed",
): Question<{ readonly units: bigint; readonly slot: bigint }> {
  return {
    method: "getTokenSupply",
    params: [mint, { commitment }],
    read: (result) => {
      const { context, value } = amount.read(result);
      return { units: BigInt(value.amount), slot: BigInt(context.slot) };
    },
  };
}

const balance = shapeOf(Type.Object({ value: whole }));

export function lamportsOf(address: string): Question<bigint> {
  return {
    method: "getBalance",
    params: [address, { commitment: "confirmed" }],
    read: (result) => BigInt(balance.read(result).value),
  };
}

export function rentExemption(bytes: number): Question<bigint> {
  return { method: "getMinimumBalanceForRentExemption", params: [bytes], read: readWhole };
}

const epoch = shapeOf(Type.Object({ absoluteSlot: whole, blockHeight: whole }));

/** Position of the chain in slots and in blocks: the two differ, because a slot may have no block. */
export function position(
  commitment: Commitment,
): Question<{ readonly absoluteSlot: bigint; readonly blockHeight: bigint }> {
  return {
    method: "getEpochInfo",
    params: [{ commitment }],
    read: (result) => {
      const { absoluteSlot, blockHeight } = epoch.read(result);
      return { absoluteSlot: BigInt(absoluteSlot), blockHeight: BigInt(blockHeight) };
    },
  };
}

/** The slot of the oldest block that the node retains; its transactions are retained from there on. */
export const firstAvailableBlock: Question<bigint> = {
  method: "getFirstAvailableBlock",
  params: [],
  read: readWhole,
};

// Old blocks were stored without their height.
const block = shapeOf(
  orNull(Type.Object({ blockhash: Type.String(), blockHeight: Type.Optional(orNull(whole)) })),
);

export interface NodeBlock {
  readonly blockhash: string;
  readonly blockHeight: bigint | undefined;
}

/** Undefined where the slot has no block. */
export function blockAt(slot: bigint): Question<NodeBlock | undefined> {
  const config = {
    commitment: "confirmed",
    transactionDetails: "none",
    rewards: false,
    maxSupportedTransactionVersion: 0,
  };
  return {
    method: "getBlock",
    params: [Number(slot), config],
    read: (result) => {
      const found = block.read(result);
      if (found === null) return undefined;
      const height = found.blockHeight ?? undefined;
      return { blockhash: found.blockhash, blockHeight: height === undefined ? undefined : BigInt(height) };
    },
  };
}

const version = shapeOf(Type.Object({ "solana-core": Type.String() }));

export function nodeVersion(): Question<string> {
  return { method: "getVersion", params: [], read: (result) => version.read(result)["solana-core"] };
}

const status = Type.Object({
  slot: whole,
  err: Type.Optional(Type.Unknown()),
  confirmationStatus: Type.Optional(orNull(Type.Enum(["processed", "confirmed", "finalized"]))),
});
const statuses = shapeOf(
  Type.Object({ context: Type.Object({ slot: whole }), value: Type.Array(orNull(status)) }),
);

export interface SignatureStatus extends Omit<Static<typeof status>, "slot"> {
  readonly slot: bigint;
}

export const maxStatusesInQuestion = 256;

/** The statuses in the order of the signatures, null where there is none, and the slot of the response. */
export function signatureStatuses(
  signatures: readonly string[],
): Question<{ readonly slot: bigint; readonly statuses: readonly (SignatureStatus | null)[] }> {
  return {
    method: "getSignatureStatuses",
    params: [signatures, { searchTransactionHistory: true }],
    read: (result) => {
      const { context, value } = statuses.read(result);
      return {
        slot: BigInt(context.slot),
        statuses: value.map((found) => found && { ...found, slot: BigInt(found.slot) }),
      };
    },
  };
}

const namedSignatures = shapeOf(
  Type.Array(Type.Object({ signature: Type.String(), slot: whole, err: Type.Optional(Type.Unknown()) })),
);

export interface NamedSignature {
  readonly signature: string;
  readonly slot: bigint;
  readonly err?: unknown;
}

export function signaturesFor(
  address: string,
  page: { readonly limit: number; readonly minContextSlot: bigint; readonly before?: string },
): Question<readonly NamedSignature[]> {
  const { minContextSlot, ...rest } = page;
  return {
    method: "getSignaturesForAddress",
    params: [address, { ...rest, commitment: "confirmed", minContextSlot: Number(minContextSlot) }],
    read: (result) => namedSignatures.read(result).map((named) => ({ ...named, slot: BigInt(named.slot) })),
  };
}

const tokenBalance = Type.Object({
  accountIndex: Type.Integer(),
  mint: Type.String(),
  owner: Type.Optional(Type.String()),
  uiTokenAmount: Type.Object({ amount: units }),
});
export type TokenBalance = Static<typeof tokenBalance>;

const transaction = Type.Object({
  slot: whole,
  transaction: Type.Object({
    message: Type.Object({
      accountKeys: Type.Array(Type.String()),
      instructions: Type.Array(
        Type.Object({
          programIdIndex: Type.Integer(),
          accounts: Type.Optional(Type.Array(Type.Integer())),
          data: Type.Optional(Type.String()),
        }),
      ),
    }),
  }),
  meta: Type.Object({
    err: Type.Optional(Type.Unknown()),
    preTokenBalances: Type.Optional(orNull(Type.Array(tokenBalance))),
    postTokenBalances: Type.Optional(orNull(Type.Array(tokenBalance))),
    loadedAddresses: Type.Optional(
      orNull(Type.Object({ writable: Type.Array(Type.String()), readonly: Type.Array(Type.String()) })),
    ),
  }),
});
export type NodeTransaction = Static<typeof transaction>;
const transactionOrNull = shapeOf(orNull(transaction));

export function transactionOf(id: string): Question<NodeTransaction | null> {
  return {
    method: "getTransaction",
    params: [id, { commitment: "confirmed", encoding: "json", maxSupportedTransactionVersion: 0 }],
    read: transactionOrNull.read,
  };
}
