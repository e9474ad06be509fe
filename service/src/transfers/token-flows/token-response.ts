import Type, { type Static } from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { failureReasons } from "../../chains/chain.ts";
import type { ChainWorkProgress } from "../../chains/engine/chain-work.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { presentTokenFailure, TokenFailureSchema, tokenScale } from "../../tokens/index.ts";
import {
  type Reversal,
  statusOf,
  type TokenDestination,
  type TokenLeg,
  type Transfer,
  type TransferStatus,
  tokenTypeOf,
} from "../transfer.ts";
import { NullableMemoSchema } from "../transfer-request.ts";

/** Nothing cancels a token resource. */
export const tokenStatuses = ["pending", "complete", "failed"] as const satisfies readonly TransferStatus[];

const legProperties = {
  address_id: IdSchema,
  address: Type.String({ description: "On-chain address." }),
  value_type: Type.String({ description: "Value type of the token." }),
  transfer_type: ChainSchema,
  transaction_id: nullableString({
    description:
      "Transaction on this chain; null until one has been signed. On a single chain, both sides share it.",
  }),
};
const EndSchema = named("TokenLeg", Type.Object(legProperties));
const DestinationSchema = named(
  "TokenDestination",
  Type.Object({ ...legProperties, memo: NullableMemoSchema }),
);

const whole = {
  id: IdSchema,
  status: Type.Enum([...tokenStatuses], { description: "`pending`, then `complete` or `failed`." }),
  amount: Type.String({ description: "A decimal string.", examples: ["250.00"] }),
  note: nullableString({ description: "Your internal note." }),
  created_at: DateTimeSchema,
  updated_at: DateTimeSchema,
  failure: Type.Union([Type.Null(), TokenFailureSchema], {
    description: "Reason of the failure; null unless failed.",
  }),
};
const returned = {
  return_transaction_id: nullableString({
    description:
      "Only between chains: transaction that minted the tokens back on the source chain, because the mint on the " +
      "other chain failed.",
  }),
};
export const TransferSchema = named(
  "TokenTransfer",
  Type.Object({ ...whole, source: EndSchema, destination: DestinationSchema, ...returned }),
);
export const MintSchema = named("TokenMint", Type.Object({ ...whole, destination: DestinationSchema }));
export const BurnSchema = named("TokenBurn", Type.Object({ ...whole, source: EndSchema }));
export const TransactionSchema = named(
  "TokenTransaction",
  Type.Object({
    type: Type.Enum(Object.values(tokenTypeOf)),
    ...whole,
    source: Type.Optional(EndSchema),
    destination: Type.Optional(DestinationSchema),
    return_transaction_id: Type.Optional(returned.return_transaction_id),
  }),
);

export type Progress = ReadonlyMap<string, ChainWorkProgress>;

export function presentTokenTransfer(transfer: Transfer, progress: Progress = new Map()) {
  const { resource, flow, source, destination, reversal } = transfer;
  const transactionOf = ({ workId, transactionId }: Reversal): string | null =>
    transactionId ?? (workId === undefined ? undefined : progress.get(workId)?.transactionId) ?? null;
  // On one chain, a single transaction does both.
  const delivery = flow === "payout" ? source : destination;
  return {
    ...fieldsOf(transfer),
    ...(source.medium === "chain"
      ? { source: { ...endOf(source), transaction_id: transactionOf(source) } }
      : {}),
    ...(destination.medium === "chain" && delivery.medium === "chain"
      ? { destination: { ...destinationOf(destination), transaction_id: transactionOf(delivery) } }
      : {}),
    ...(resource === "token_transfer" ? { return_transaction_id: transactionOf(reversal) } : {}),
    note: transfer.note ?? null,
    created_at: formatInstant(transfer.createdAt),
    updated_at: formatInstant(transfer.updatedAt),
    failure: tokenFailureOf(transfer),
  };
}

export function presentTokenTransaction(
  transfer: Transfer,
  progress: Progress,
): Static<typeof TransactionSchema> {
  assert(transfer.resource !== "transfer", "only token resources are token transactions");
  return { type: tokenTypeOf[transfer.resource], ...presentTokenTransfer(transfer, progress) };
}

/** The failure of the chain operation; null until nothing remains to be refunded. */
export function tokenFailureOf(transfer: Transfer): Static<typeof TokenFailureSchema> | null {
  const { state } = transfer;
  if (state.status !== "failed" || tokenStatusOf(transfer) === "pending") return null;
  const reason = failureReasons.find((known) => known === state.failure?.code);
  assert(reason !== undefined, "a token resource fails on its chain");
  return presentTokenFailure({ reason });
}

export function tokenStatusOf(transfer: Transfer): (typeof tokenStatuses)[number] {
  const status = statusOf(transfer);
  assert(status !== "canceled", "nothing cancels a token resource");
  return status;
}

function fieldsOf(transfer: Transfer) {
  const { id, units, currency } = transfer;
  const amount = formatAmount({ units, asset: { code: currency, scale: tokenScale } });
  return { id, status: tokenStatusOf(transfer), amount };
}

function destinationOf(destination: TokenDestination) {
  const { address, muxedAddress = address, memo } = destination;
  return { ...endOf(destination), address: muxedAddress, memo: memo ?? null };
}

function endOf({ addressId, address, chain, token }: TokenLeg) {
  return { address_id: addressId, address, value_type: token.valueType, transfer_type: chain };
}
