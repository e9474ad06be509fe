import Type, { type Static } from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import type { ChainWorkProgress } from "../../chains/engine/chain-work.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { FailureSchema, presentFailure } from "../failure-response.ts";
import { type Leg, type Movement, movementKinds, movementStatuses } from "./movement.ts";

const endProperties = {
  address_id: IdSchema,
  value_type: Type.String({ description: "Value type of the token." }),
  transfer_type: ChainSchema,
};

const amount = Type.String({ description: "A decimal string.", examples: ["250.00"] });

/** The response to a creation, as in the specification. */
const created = {
  id: IdSchema,
  status: Type.Enum([...movementStatuses], { description: "`pending`, then `complete` or `failed`." }),
  amount,
  created_at: DateTimeSchema,
};
const CreatedEndSchema = named("TokenEnd", Type.Object(endProperties));
export const CreatedTransferSchema = named(
  "CreatedTokenTransfer",
  Type.Object({ ...created, source: CreatedEndSchema, destination: CreatedEndSchema }),
);
export const CreatedMintSchema = named(
  "CreatedTokenMint",
  Type.Object({ ...created, destination: CreatedEndSchema }),
);
export const CreatedBurnSchema = named(
  "CreatedTokenBurn",
  Type.Object({ ...created, source: CreatedEndSchema }),
);

const EndSchema = named(
  "TokenLeg",
  Type.Object({
    ...endProperties,
    transaction_id: nullableString({
      description:
        "Transaction on this chain; null until one has been signed. On a single chain, both sides share it.",
    }),
  }),
);

const whole = {
  ...created,
  updated_at: DateTimeSchema,
  failure: Type.Union([Type.Null(), FailureSchema], {
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
  Type.Object({ ...whole, source: EndSchema, destination: EndSchema, ...returned }),
);
export const MintSchema = named("TokenMint", Type.Object({ ...whole, destination: EndSchema }));
export const BurnSchema = named("TokenBurn", Type.Object({ ...whole, source: EndSchema }));
export const TransactionSchema = named(
  "TokenTransaction",
  Type.Object({
    type: Type.Enum([...movementKinds]),
    ...whole,
    source: Type.Optional(EndSchema),
    destination: Type.Optional(EndSchema),
    return_transaction_id: Type.Optional(returned.return_transaction_id),
  }),
);

export function presentCreated(movement: Movement) {
  return {
    ...fieldsOf(movement),
    ...(movement.kind === "mint" ? {} : { source: endOf(movement, movement.source) }),
    ...(movement.kind === "burn" ? {} : { destination: endOf(movement, movement.destination) }),
    created_at: formatInstant(movement.createdAt),
  };
}

export type Progress = ReadonlyMap<string, ChainWorkProgress>;

export function presentMovement(movement: Movement, progress: Progress) {
  const { state } = movement;
  const transactionOf = (workId: string | undefined): string | null =>
    (workId === undefined ? undefined : progress.get(workId)?.transactionId) ?? null;
  return {
    ...fieldsOf(movement),
    ...legsOf(movement, transactionOf),
    created_at: formatInstant(movement.createdAt),
    updated_at: formatInstant(movement.updatedAt),
    failure: state.status === "failed" ? presentFailure(state.failure) : null,
  };
}

export function presentTransaction(movement: Movement, progress: Progress): Static<typeof TransactionSchema> {
  return { type: movement.kind, ...presentMovement(movement, progress) };
}

/** All chain operations whose transactions the response shows. */
export function workIdsOf(movement: Movement): readonly string[] {
  const ids = [
    movement.kind === "mint" ? undefined : movement.source.workId,
    movement.kind === "burn" ? undefined : movement.destination.workId,
    movement.returnWorkId,
  ];
  return ids.filter((id) => id !== undefined);
}

function fieldsOf({ id, state, units, asset }: Movement) {
  return { id, status: state.status, amount: formatAmount({ units, asset }) };
}

function endOf({ asset }: Movement, { addressId, chain }: Leg) {
  return { address_id: addressId, value_type: asset.code, transfer_type: chain };
}

function legsOf(movement: Movement, transactionOf: (workId: string | undefined) => string | null) {
  const legOf = (leg: Leg, workId: string | undefined) => ({
    ...endOf(movement, leg),
    transaction_id: transactionOf(workId),
  });
  switch (movement.kind) {
    case "mint":
      return { destination: legOf(movement.destination, movement.destination.workId) };
    case "burn":
      return { source: legOf(movement.source, movement.source.workId) };
    case "transfer": {
      const { source, destination, returnWorkId } = movement;
      // On one chain, a single transaction does both.
      const depositId = source.chain === destination.chain ? source.workId : destination.workId;
      return {
        source: legOf(source, source.workId),
        destination: legOf(destination, depositId),
        return_transaction_id: transactionOf(returnWorkId),
      };
    }
  }
}
