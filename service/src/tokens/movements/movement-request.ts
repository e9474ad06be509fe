import Type, { type Static } from "typebox";
import { ChainRequestSchema, readChain } from "../../addresses/index.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import { IdSchema, inWords, named, strictObject } from "../../http/schemas.ts";
import type { Network } from "../../kernel/id.ts";
import { amountPattern, parseAmount } from "../../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../../kernel/refusal.ts";
import { tokenScale } from "../token.ts";
import { valueTypePattern } from "../value-type.ts";

export const AmountRequestSchema = Type.String({
  pattern: amountPattern(tokenScale),
  ...inWords(
    `a decimal string such as 100.00, with at most 18 integer digits and ${tokenScale} decimal places`,
  ),
  description: "A decimal string greater than zero with at most six decimal places.",
  examples: ["250.00"],
});

export const ValueTypeRequestSchema = Type.String({
  pattern: valueTypePattern,
  ...inWords("a value type of 2 to 12 letters and digits"),
  description: "The value type of a token.",
  examples: ["ACME"],
});

const EndSchema = named(
  "TokenEndRequest",
  strictObject({
    address_id: IdSchema,
    value_type: ValueTypeRequestSchema,
    transfer_type: ChainRequestSchema,
  }),
);

export const TransferRequestSchema = strictObject({
  amount: AmountRequestSchema,
  source: EndSchema,
  destination: EndSchema,
});
export const MintRequestSchema = strictObject({ amount: AmountRequestSchema, destination: EndSchema });
export const BurnRequestSchema = strictObject({ amount: AmountRequestSchema, source: EndSchema });

/** A parsed request; the remaining checks need data. */
export type RequestedMovement =
  | (RequestedFields & {
      readonly kind: "transfer";
      readonly source: RequestedEnd;
      readonly destination: RequestedEnd;
    })
  | (RequestedFields & { readonly kind: "mint"; readonly destination: RequestedEnd })
  | (RequestedFields & { readonly kind: "burn"; readonly source: RequestedEnd });

interface RequestedFields {
  readonly units: bigint;
  readonly valueType: string;
}

export interface RequestedEnd {
  readonly addressId: string;
  readonly chain: ChainName;
  /** JSON pointer in the request. */
  readonly pointer: "/source" | "/destination";
}

export function readTransfer(
  { amount, source, destination }: Static<typeof TransferRequestSchema>,
  network: Network,
): RequestedMovement | Refusal {
  const valueType = source.value_type;
  const units = readUnits(amount, valueType);
  if (isRefusal(units)) return units;
  if (destination.value_type !== valueType) return valueTypesDiffer;
  const from = readEnd(source, "/source", network);
  if (isRefusal(from)) return from;
  const to = readEnd(destination, "/destination", network);
  return isRefusal(to) ? to : { kind: "transfer", units, valueType, source: from, destination: to };
}

export function readMint(
  { amount, destination }: Static<typeof MintRequestSchema>,
  network: Network,
): RequestedMovement | Refusal {
  const valueType = destination.value_type;
  const units = readUnits(amount, valueType);
  if (isRefusal(units)) return units;
  const to = readEnd(destination, "/destination", network);
  return isRefusal(to) ? to : { kind: "mint", units, valueType, destination: to };
}

export function readBurn(
  { amount, source }: Static<typeof BurnRequestSchema>,
  network: Network,
): RequestedMovement | Refusal {
  const valueType = source.value_type;
  const units = readUnits(amount, valueType);
  if (isRefusal(units)) return units;
  const from = readEnd(source, "/source", network);
  return isRefusal(from) ? from : { kind: "burn", units, valueType, source: from };
}

/** All tokens have six decimals, so the amount can be parsed before the token is known. */
export function readUnits(amount: string, valueType: string): bigint | Refusal {
  const money = parseAmount(amount, { code: valueType, scale: tokenScale }, "/amount");
  if (!isRefusal(money)) return money.units;
  return { ...money, detail: `/amount ${money.detail}` };
}

const differDetail =
  "source and destination value_type must be equal; a token transfer cannot change the token";
const valueTypesDiffer = refuse("validation_failed", differDetail, {
  errors: [{ pointer: "/destination/value_type", detail: "must be equal to /source/value_type" }],
});

function readEnd(
  end: Static<typeof EndSchema>,
  pointer: RequestedEnd["pointer"],
  network: Network,
): RequestedEnd | Refusal {
  const chain = readChain(end.transfer_type, { network, pointer: `${pointer}/transfer_type` });
  return isRefusal(chain) ? chain : { addressId: end.address_id, chain, pointer };
}
