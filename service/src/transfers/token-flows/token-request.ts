import Type, { type Static } from "typebox";
import { ChainRequestSchema, readChain } from "../../addresses/index.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import { isRefusal, type Refusal, refuse } from "../../kernel/refusal.ts";
import { readTokenUnits, TokenAmountSchema, TokenValueTypeSchema } from "../../tokens/index.ts";
import type { TokenResource } from "../transfer.ts";
import {
  type EndPointer,
  isSameCode,
  MemoRequestSchema,
  NoteSchema,
  type RequestedEnd,
  type RequestedSupply,
  type RequestedTransfer,
  readMemo,
} from "../transfer-request.ts";

const end = { address_id: IdSchema, value_type: TokenValueTypeSchema, transfer_type: ChainRequestSchema };
const EndSchema = named("TokenEndRequest", strictObject(end));
const DestinationSchema = named(
  "TokenDestinationRequest",
  strictObject({ ...end, memo: Type.Optional(MemoRequestSchema) }),
);

const common = { amount: TokenAmountSchema, note: Type.Optional(NoteSchema) };
export const TransferRequestSchema = strictObject({
  ...common,
  source: EndSchema,
  destination: DestinationSchema,
});
export const MintRequestSchema = strictObject({ ...common, destination: DestinationSchema });
export const BurnRequestSchema = strictObject({ ...common, source: EndSchema });

type TokenRequest =
  | Static<typeof TransferRequestSchema>
  | Static<typeof MintRequestSchema>
  | Static<typeof BurnRequestSchema>;

/** Parses a request; returns the first error that can be found without data. A missing end is the supply. */
export function readTokenRequest(
  resource: TokenResource,
  request: TokenRequest,
  network: Network,
): RequestedTransfer | Refusal {
  const source = "source" in request ? request.source : undefined;
  const destination = "destination" in request ? request.destination : undefined;
  const currency = source?.value_type ?? destination?.value_type ?? "";
  const units = readTokenUnits(request.amount, currency);
  if (isRefusal(units)) return units;
  if (destination !== undefined && !isSameCode(destination.value_type, currency)) return valueTypesDiffer;
  const from = source && readEnd(source, "/source", network);
  if (isRefusal(from)) return from;
  const to = destination && readEnd(destination, "/destination", network);
  if (isRefusal(to)) return to;
  return {
    resource,
    units,
    currency,
    source: from ?? supplyAt(to),
    destination: to ?? supplyAt(from),
    brandAccountId: undefined,
    note: request.note,
  };
}

const differDetail =
  "source and destination value_type must be equal; a token transfer cannot change the token";
const valueTypesDiffer = refuse("validation_failed", differDetail, {
  errors: [{ pointer: "/destination/value_type", detail: "must be equal to /source/value_type" }],
});

type TokenEnd = Extract<RequestedEnd, { readonly medium: "chain" }>;

function readEnd(
  { address_id: addressId, value_type: valueType, transfer_type, memo }: Static<typeof DestinationSchema>,
  pointer: EndPointer,
  network: Network,
): TokenEnd | Refusal {
  const chain = readChain(transfer_type, { network, pointer: `${pointer}/transfer_type` });
  if (isRefusal(chain)) return chain;
  const read = readMemo(memo, pointer, chain);
  return isRefusal(read) ? read : { medium: "chain", chain, addressId, valueType, ...read };
}

function supplyAt(end: TokenEnd | undefined): RequestedSupply {
  assert(end !== undefined, "a request has a source or a destination");
  return { medium: "supply", chain: end.chain, addressId: undefined, valueType: end.valueType };
}
