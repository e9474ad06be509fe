import Type, { type Static } from "typebox";
import { readTransferType, type TransferType, TransferTypeRequestSchema } from "../addresses/index.ts";
import {
  type ChainMemo,
  checkMemo,
  maxMemoLength as maxChainMemoLength,
  memoTypes,
} from "../chains/chain-memo.ts";
import { type ChainName, familyOf } from "../chains/chain-name.ts";
import {
  anyCase,
  deprecatedAlias,
  having,
  IdSchema,
  inWords,
  named,
  stated,
  statedNot,
  strictObject,
} from "../http/schemas.ts";
import type { Network } from "../kernel/id.ts";
import { amountPattern, parseAmount, positiveAmountPattern, usd } from "../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { type Purpose, purposeNames } from "../rails/purpose.ts";
import { type BankRail, isBankRail, isDebit, isFundedByPayer, railOf } from "../rails/rail.ts";
import { type Token, tokenScale } from "../tokens/index.ts";
import type { Resource, Supply } from "./transfer.ts";

const maxNoteLength = 255;
const maxReferenceLength = 140;
const maxCodeLength = 12;

export const CodeSchema = Type.String({
  pattern: `^[A-Za-z0-9]{2,${maxCodeLength}}$`,
  ...anyCase("dollar"),
  ...inWords(`a value type of 2 to ${maxCodeLength} letters and digits`),
  description: "`USD` for a bank rail, the value type of a token for a chain; in any letter case.",
  examples: ["USD"],
});

/** Single-line printable text, because it appears on bank statements and in the console. */
const plainText = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: "^[^\\u0000-\\u001f\\u007f]*$",
    ...inWords(`a single line of 1 to ${maxLength} characters`),
    description,
  });

export const NoteSchema = plainText(maxNoteLength, "Internal note, not shown to the other party.");

const AmountSchema = named(
  "TransferAmountRequest",
  strictObject({
    value: Type.String({
      pattern: amountPattern(tokenScale),
      ...stated({ pattern: positiveAmountPattern(tokenScale) }),
      ...inWords(
        `a decimal string such as 100.00, with at most 18 integer digits and ${tokenScale} decimal places`,
      ),
      description:
        "A decimal string greater than zero. At most two decimal places if dollars are involved, six for tokens only.",
      examples: ["100.00"],
    }),
    currency: Type.String({
      pattern: `^[A-Za-z0-9]{2,${maxCodeLength}}$`,
      ...anyCase("dollar"),
      ...inWords("a currency or value type"),
      description: "`USD`, or the value type of the source or destination: all have equal value.",
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
        "Account whose name appears on the statement: this account or one that it manages. It is shown by ACH rails, as " +
        "the company name; with other rails it is only stored.",
    },
  ),
);

export const MemoRequestSchema = named(
  "ChainMemoRequest",
  strictObject(
    {
      type: Type.Enum([...memoTypes], {
        type: "string",
        description:
          "`text` on stellar (28 bytes in UTF-8) and solana (128 bytes); on stellar also `id`, an unsigned 64-bit " +
          "integer, and `hash`, 32 bytes in hex. Use the type that the recipient names.",
      }),
      value: Type.String({
        minLength: 1,
        maxLength: maxChainMemoLength,
        ...inWords(`a text of 1 to ${maxChainMemoLength} characters`),
        examples: ["4711"],
      }),
    },
    {
      description:
        "Memo for the owner of an external address on stellar or solana, by which an exchange credits its customer. " +
        "It is sent unchanged. Required if the address requires one (SEP-29).",
    },
  ),
);

export const MemoSchema = named(
  "ChainMemo",
  Type.Object({ type: Type.Enum([...memoTypes]), value: Type.String({ examples: ["4711"] }) }),
);

export const NullableMemoSchema = Type.Union([Type.Null(), MemoSchema], {
  description: "Memo for the owner of the address; null if none was given.",
});

export const TransferRequestSchema = named(
  "TransferRequest",
  strictObject(
    {
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
        strictObject(
          {
            address_id: Type.Optional(IdSchema),
            value_type: CodeSchema,
            transfer_type: TransferTypeRequestSchema,
            memo: Type.Optional(MemoRequestSchema),
            wire_memo: Type.Optional(
              plainText(
                maxReferenceLength,
                "The same as `reference`, but only with a wire. Send one of them.",
              ),
            ),
            reference: Type.Optional(
              plainText(
                maxReferenceLength,
                "Text for the beneficiary, on any rail. Accents are dropped, other characters that banks cannot read become " +
                  "`?`, and ACH carries the first 80 characters: the response has `reference_as_sent`.",
              ),
            ),
            purpose: Type.Optional(
              Type.Enum([...purposeNames], {
                type: "string",
                description:
                  "What a payout or a debit is for. In ACH it is the company entry description: `PAYROLL` for `payroll`, " +
                  "`PURCHASE` for a debit with `purchase`. Wires and FedNow carry the purpose code of ISO 20022.",
              }),
            ),
            fallback: Type.Optional(
              Type.Boolean({
                description:
                  "With RTP or FedNow: if the beneficiary's bank cannot take the payout, it is sent once by the next faster " +
                  "rail of the address.",
              }),
            ),
          },
          statedNot(having("wire_memo", "reference")),
        ),
      ),
      brand: Type.Optional(BrandSchema),
      branding: Type.Optional(deprecatedAlias(BrandSchema, "brand")),
      note: Type.Optional(NoteSchema),
    },
    statedNot(having("brand", "branding")),
  ),
);

/** A parsed transfer request; the remaining checks need data. */
export interface RequestedTransfer {
  readonly resource: Resource;
  /** Millionths. */
  readonly units: bigint;
  readonly currency: string;
  readonly source: RequestedEnd | RequestedSupply;
  readonly destination: RequestedEnd | RequestedSupply;
  /** Text for the beneficiary of a payout. */
  readonly reference?: string | undefined;
  readonly purpose?: Purpose | undefined;
  readonly mayFallBack?: boolean | undefined;
  readonly brandAccountId: string | undefined;
  readonly note: string | undefined;
}

export type RequestedEnd =
  | { readonly medium: "bank"; readonly rail: BankRail; readonly addressId: string | undefined }
  | {
      readonly medium: "chain";
      readonly chain: ChainName;
      readonly addressId: string;
      readonly valueType: string;
      /** For the recipient; only of a destination. */
      readonly memo?: ChainMemo;
    };

/** The source of a mint, the destination of a burn. */
export type RequestedSupply = Pick<Supply, "medium" | "chain" | "addressId"> & { readonly valueType: string };

export type EndPointer = "/source" | "/destination";

/** Where the amount is in a request. */
export function amountPointerOf(resource: Resource): "/amount" | "/amount/value" {
  return resource === "transfer" ? "/amount/value" : "/amount";
}

/** Parses a request; returns the first error that can be found without data. */
export function readTransfer(
  { amount, source, destination, brand, branding, note }: Static<typeof TransferRequestSchema>,
  network: Network,
): RequestedTransfer | Refusal {
  if (brand !== undefined && branding !== undefined)
    return malformed("/branding", "is the old name of brand; send only one of them");
  const from = readEnd(source, "/source", network);
  if (isRefusal(from)) return from;
  // On testnet it then goes to the bank account of the sandbox.
  const isOptional = network === "testnet" && from.medium === "chain";
  const to = readEnd(destination, "/destination", network, isOptional);
  if (isRefusal(to)) return to;
  const codes = new Set([usd.code, codeOf(from), codeOf(to)]);
  if (![...codes].some((code) => isSameCode(code, amount.currency)))
    return malformed("/amount/currency", `must be one of ${[...codes].join(", ")}`);
  const money = parseAmount(amount.value, { code: amount.currency, scale: tokenScale }, "/amount/value");
  if (isRefusal(money)) return { ...money, detail: `/amount/value ${money.detail}` };
  const texts = readBankTexts(destination, from, to);
  if (isRefusal(texts)) return texts;
  return {
    resource: "transfer",
    units: money.units,
    currency: amount.currency,
    source: from,
    destination: to,
    ...texts,
    brandAccountId: (brand ?? branding)?.account_id,
    note,
  };
}

type BankTexts = Pick<RequestedTransfer, "reference" | "purpose" | "mayFallBack">;

function readBankTexts(
  { wire_memo, reference, purpose, fallback }: Static<typeof TransferRequestSchema>["destination"],
  from: RequestedEnd,
  to: RequestedEnd,
): BankTexts | Refusal {
  const rail = to.medium === "bank" ? to.rail : undefined;
  if (wire_memo !== undefined && (rail === undefined || !railOf(rail).carriesMemo))
    return malformed("/destination/wire_memo", "is only allowed with a wire");
  if (wire_memo !== undefined && reference !== undefined)
    return malformed("/destination/wire_memo", "is the reference of a wire; send only one of them");
  if (reference !== undefined && rail === undefined)
    return malformed("/destination/reference", "is only allowed with a bank rail");
  if (purpose !== undefined && rail === undefined && !(from.medium === "bank" && isDebit(from.rail)))
    return malformed("/destination/purpose", "is only allowed with a payout by a bank rail or with a debit");
  if (fallback === true && (rail === undefined || !railOf(rail).canFallBack))
    return malformed("/destination/fallback", "is only allowed with RTP or FedNow");
  return { reference: reference ?? wire_memo, purpose, mayFallBack: fallback === true };
}

type EndRequest = Static<typeof TransferRequestSchema>["source"] & {
  readonly memo?: Static<typeof MemoRequestSchema>;
};

/** Parses a source or destination; returns the first error that can be found without data. */
export function readEnd(
  leg: EndRequest,
  pointer: EndPointer,
  network: Network,
  isOptional = false,
): RequestedEnd | Refusal {
  const transferType = readTransferType(leg.transfer_type, { network, pointer: `${pointer}/transfer_type` });
  if (isRefusal(transferType)) return transferType;
  if (isBankRail(transferType))
    return leg.memo === undefined
      ? readBankEnd(leg, { pointer, isOptional }, transferType)
      : malformed(`${pointer}/memo`, "is only allowed with a chain");
  const memo = readMemo(leg.memo, pointer, transferType);
  if (isRefusal(memo)) return memo;
  if (leg.value_type === usd.code)
    return malformed(`${pointer}/value_type`, `must be a token on ${transferType}; dollars use bank rails`);
  if (leg.address_id === undefined) return missingAddress(pointer);
  const place = { chain: transferType, addressId: leg.address_id, valueType: leg.value_type };
  return { medium: "chain", ...place, ...memo };
}

/** The memo in its canonical form, as a field of its end. */
export function readMemo(
  given: Static<typeof MemoRequestSchema> | undefined,
  pointer: EndPointer,
  chain: ChainName,
): { readonly memo?: ChainMemo } | Refusal {
  if (given === undefined) return {};
  const outcome = checkMemo(given, familyOf(chain));
  return outcome.ok ? { memo: outcome.memo } : malformed(`${pointer}/memo${outcome.field}`, outcome.detail);
}

interface EndPlace {
  readonly pointer: EndPointer;
  /** The address may be omitted. */
  readonly isOptional: boolean;
}

function readBankEnd(
  leg: EndRequest,
  { pointer, isOptional }: EndPlace,
  rail: BankRail,
): RequestedEnd | Refusal {
  if (leg.value_type !== usd.code)
    return malformed(`${pointer}/value_type`, `must be ${usd.code} for ${rail}`);
  const isInboundWire = pointer === "/source" && isFundedByPayer(rail);
  if (isInboundWire && leg.address_id !== undefined)
    return malformed(
      `${pointer}/address_id`,
      "is not allowed for a wire source; use the returned wire_instructions",
    );
  const isNameless = !isInboundWire && leg.address_id === undefined;
  if (isNameless && !isOptional) return missingAddress(pointer);
  return { medium: "bank", rail, addressId: leg.address_id };
}

/** Value types are unique without regard to letter case. */
export function isSameCode(left: string, right: string): boolean {
  return left.toUpperCase() === right.toUpperCase();
}

export function codeOf(end: RequestedEnd | RequestedSupply): string {
  return end.medium === "bank" ? usd.code : end.valueType;
}

/** The request with the tokens' registered value types: clients may send them in any letter case. */
export function inRegisteredSpelling(
  requested: RequestedTransfer,
  tokens: ReadonlyMap<string, Pick<Token, "valueType">>,
): RequestedTransfer {
  const spelled = <End extends RequestedTransfer["source"]>(end: End): End =>
    end.medium === "bank"
      ? end
      : { ...end, valueType: tokens.get(end.valueType)?.valueType ?? end.valueType };
  const [source, destination] = [spelled(requested.source), spelled(requested.destination)];
  const codes = [usd.code, codeOf(source), codeOf(destination)];
  const currency = codes.find((code) => isSameCode(code, requested.currency)) ?? requested.currency;
  return { ...requested, source, destination, currency };
}

/** The rail or chain of a source or destination. */
export function wayOf(
  leg:
    | { readonly medium: "bank"; readonly rail: BankRail }
    | { readonly medium: "chain" | "supply"; readonly chain: ChainName },
): TransferType {
  return leg.medium === "bank" ? leg.rail : leg.chain;
}

export function missingAddress(pointer: EndPointer): Refusal {
  return malformed(`${pointer}/address_id`, "is required, except for a wire source");
}

function malformed(pointer: string, detail: string): Refusal {
  return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
