import Type, { type Static } from "typebox";
import { readTransferType, type TransferType, TransferTypeRequestSchema } from "../addresses/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import { IdSchema, inWords, named, strictObject } from "../http/schemas.ts";
import type { Network } from "../kernel/id.ts";
import { amountPattern, parseAmount, usd } from "../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { type BankRail, isBankRail } from "../rails/rail.ts";
import { tokenScale } from "../tokens/index.ts";

const maxNoteLength = 255;
const maxMemoLength = 140;
const maxCodeLength = 12;

export const CodeSchema = Type.String({
  pattern: `^[A-Za-z0-9]{2,${maxCodeLength}}$`,
  ...inWords(`a value type, 2 to ${maxCodeLength} letters and digits`),
  description: "`USD` on a bank rail, the value type of a token on a chain.",
  examples: ["USD"],
});

/** Printable, and one line: it goes through to bank statements and consoles. */
const plainText = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: "^[^\\u0000-\\u001f\\u007f]*$",
    ...inWords(`a text of one line, 1 to ${maxLength} characters`),
    description,
  });

const AmountSchema = named(
  "TransferAmountRequest",
  strictObject({
    value: Type.String({
      pattern: amountPattern(tokenScale),
      ...inWords(
        `a decimal string such as 100.00, with at most 18 digits before the point and ${tokenScale} after it`,
      ),
      description:
        "A decimal string greater than zero. At most two decimals where dollars move, six where only a token does.",
      examples: ["100.00"],
    }),
    currency: Type.String({
      pattern: `^[A-Za-z0-9]{2,${maxCodeLength}}$`,
      ...inWords("a currency or a value type"),
      description: "`USD`, or the value type of either end: all are worth the same.",
      examples: ["USD"],
    }),
  }),
);

export const BrandSchema = named(
  "TransferBrandRequest",
  strictObject(
    { account_id: IdSchema },
    {
      description:
        "Whose name the other bank shows on its statement: the account itself, or one that it manages. Only with ACH rails.",
    },
  ),
);

export const TransferRequestSchema = named(
  "TransferRequest",
  strictObject({
    amount: AmountSchema,
    source: named(
      "TransferSourceRequest",
      strictObject({
        address_id: Type.Optional(IdSchema),
        value_type: CodeSchema,
        transfer_type: TransferTypeRequestSchema,
      }),
    ),
    destination: named(
      "TransferDestinationRequest",
      strictObject({
        address_id: Type.Optional(IdSchema),
        value_type: CodeSchema,
        transfer_type: TransferTypeRequestSchema,
        wire_memo: Type.Optional(
          plainText(maxMemoLength, "What the beneficiary of a wire reads. Only with a wire."),
        ),
      }),
    ),
    brand: Type.Optional(BrandSchema),
    branding: Type.Optional(BrandSchema),
    note: Type.Optional(plainText(maxNoteLength, "For yourself; nobody else sees it.")),
  }),
);

/** What is asked for, with every word of it read: what is left to check needs facts. */
export interface WantedTransfer {
  /** Millionths. */
  readonly units: bigint;
  readonly currency: string;
  readonly source: WantedEnd;
  readonly destination: WantedEnd;
  readonly memo: string | undefined;
  readonly brandAccountId: string | undefined;
  readonly note: string | undefined;
}

export type WantedEnd =
  | { readonly medium: "bank"; readonly rail: BankRail; readonly addressId: string | undefined }
  | {
      readonly medium: "chain";
      readonly chain: ChainName;
      readonly addressId: string;
      readonly valueType: string;
    };

export type EndPointer = "/source" | "/destination";

/** One request, or the first thing that is wrong with it whatever the facts are. */
export function readTransfer(
  { amount, source, destination, brand, branding, note }: Static<typeof TransferRequestSchema>,
  network: Network,
): WantedTransfer | Refusal {
  if (brand !== undefined && branding !== undefined)
    return malformed("/branding", "is the older name of brand; send only one of them");
  const from = readEnd(source, "/source", network);
  if (isRefusal(from)) return from;
  const to = readEnd(destination, "/destination", network);
  if (isRefusal(to)) return to;
  const codes = new Set([usd.code, codeOf(from), codeOf(to)]);
  if (!codes.has(amount.currency))
    return malformed("/amount/currency", `must be one of ${[...codes].join(", ")}`);
  const money = parseAmount(amount.value, { code: amount.currency, scale: tokenScale }, "/amount/value");
  if (isRefusal(money)) return { ...money, detail: `/amount/value ${money.detail}` };
  if (destination.wire_memo !== undefined && (to.medium !== "bank" || to.rail !== "wire"))
    return malformed("/destination/wire_memo", "is only for a wire");
  return {
    units: money.units,
    currency: amount.currency,
    source: from,
    destination: to,
    memo: destination.wire_memo,
    brandAccountId: (brand ?? branding)?.account_id,
    note,
  };
}

type EndRequest = Static<typeof TransferRequestSchema>["source"];

/** One end, or what is wrong with it whatever the facts are. */
export function readEnd(end: EndRequest, pointer: EndPointer, network: Network): WantedEnd | Refusal {
  const transferType = readTransferType(end.transfer_type, { network, pointer: `${pointer}/transfer_type` });
  if (isRefusal(transferType)) return transferType;
  if (isBankRail(transferType)) return readBankEnd(end, pointer, transferType);
  if (end.value_type === usd.code)
    return malformed(
      `${pointer}/value_type`,
      `must be a token on ${transferType}; dollars are on bank rails`,
    );
  if (end.address_id === undefined) return missingAddress(pointer);
  return { medium: "chain", chain: transferType, addressId: end.address_id, valueType: end.value_type };
}

function readBankEnd(end: EndRequest, pointer: EndPointer, rail: BankRail): WantedEnd | Refusal {
  if (end.value_type !== usd.code)
    return malformed(`${pointer}/value_type`, `must be ${usd.code} on the rail ${rail}`);
  const isInboundWire = pointer === "/source" && rail === "wire";
  if (isInboundWire && end.address_id !== undefined)
    return malformed(`${pointer}/address_id`, "cannot be chosen: the answer says where to send the wire");
  if (!isInboundWire && end.address_id === undefined) return missingAddress(pointer);
  return { medium: "bank", rail, addressId: end.address_id };
}

export function codeOf(end: WantedEnd): string {
  return end.medium === "bank" ? usd.code : end.valueType;
}

/** By which way an end is reached. */
export function wayOf(
  end:
    | { readonly medium: "bank"; readonly rail: BankRail }
    | { readonly medium: "chain"; readonly chain: ChainName },
): TransferType {
  return end.medium === "bank" ? end.rail : end.chain;
}

function missingAddress(pointer: EndPointer): Refusal {
  return malformed(`${pointer}/address_id`, "is required, except for a wire that somebody sends to us");
}

function malformed(pointer: string, detail: string): Refusal {
  return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
