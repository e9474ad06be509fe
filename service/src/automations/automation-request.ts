import Type, { type Static } from "typebox";
import { createReading, maxTextLength, readPlainText } from "../accounts/index.ts";
import { readTransferType, TransferTypeRequestSchema } from "../addresses/index.ts";
import { deprecatedAlias, having, IdSchema, named, statedNot, strictObject } from "../http/schemas.ts";
import { assert } from "../kernel/assert.ts";
import type { Network } from "../kernel/id.ts";
import { usd } from "../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { isBankRail, railSystems, returnRailOf } from "../rails/rail.ts";
import { BrandSchema, MemoRequestSchema, readTransferEnd, ValueTypeSchema } from "../transfers/index.ts";
import type { AutomationDestination, AutomationSource } from "./automation.ts";

/** The rails on which payments are received at an account number. */
const receivingRails: readonly string[] = railSystems.map(returnRailOf);

const NameSchema = Type.String({
  minLength: 1,
  maxLength: maxTextLength,
  description: "Display name of the automation.",
  examples: ["Customer payments"],
});

const DestinationSchema = named(
  "AutomationDestinationRequest",
  strictObject(
    {
      address_id: IdSchema,
      value_type: ValueTypeSchema,
      transfer_type: TransferTypeRequestSchema,
      memo: Type.Optional(MemoRequestSchema),
    },
    { description: "Where funds are forwarded to. `GET /routes` returns the supported combinations." },
  ),
);

export const NewAutomationSchema = named(
  "CreateAutomationRequest",
  strictObject(
    {
      name: NameSchema,
      source: Type.Optional(
        named(
          "AutomationSourceRequest",
          strictObject(
            {
              value_type: ValueTypeSchema,
              transfer_type: Type.Optional(Type.Union([TransferTypeRequestSchema, Type.Null()])),
            },
            {
              description:
                "`USD`, received at the automation's account number: its `transfer_type` may be " +
                `${receivingRails.map((rail) => `\`${rail}\``).join(", ")} or null, and means all of them. ` +
                "Or a token and its chain, received at the automation's address. " +
                "Required, except with `destination_address`, where its absence means `USD`.",
            },
          ),
        ),
      ),
      destination: Type.Optional(DestinationSchema),
      destination_address: Type.Optional(deprecatedAlias(DestinationSchema, "destination")),
      brand: Type.Optional(BrandSchema),
      branding: Type.Optional(deprecatedAlias(BrandSchema, "brand")),
    },
    statedNot(
      having("brand", "branding"),
      having("destination", "destination_address"),
      { ...having("destination"), not: having("source") },
      { not: { anyOf: [having("destination"), having("destination_address")] } },
    ),
  ),
);

export const AutomationChangeSchema = named(
  "UpdateAutomationRequest",
  strictObject(
    {
      name: Type.Optional(NameSchema),
      status: Type.Optional(
        Type.Enum(["active", "disabled", "archived"], {
          type: "string",
          description: "A disabled automation can be reactivated; archiving is permanent.",
        }),
      ),
      destination: Type.Optional(DestinationSchema),
    },
    { minProperties: 1, description: "The fields to change." },
  ),
);

export type NewAutomation = Static<typeof NewAutomationSchema>;
export type AutomationChange = Static<typeof AutomationChangeSchema>;

/** A parsed request; the remaining checks need stored data. */
export interface RequestedAutomation {
  readonly name: string;
  readonly source: AutomationSource;
  readonly destination: AutomationDestination;
  /** The field name that the request uses for its destination. */
  readonly destinationPointer: string;
  readonly brandAccountId: string | undefined;
}

export function readNewAutomation(body: NewAutomation, network: Network): RequestedAutomation | Refusal {
  const { brand, branding, destination, destination_address: olderDestination } = body;
  if (brand !== undefined && branding !== undefined)
    return malformed("/branding", "is a deprecated alias of brand; send only one of them");
  if (destination !== undefined && olderDestination !== undefined)
    return malformed("/destination_address", "is a deprecated alias of destination; send only one of them");
  const given = destination ?? olderDestination;
  if (given === undefined) return malformed("/destination", "is required");
  const destinationPointer = destination === undefined ? "/destination_address" : "/destination";
  const name = readName(body.name);
  if (isRefusal(name)) return name;
  if (body.source === undefined && destination !== undefined) return malformed("/source", "is required");
  const source = readSource(body.source ?? { value_type: usd.code }, network);
  if (isRefusal(source)) return source;
  const to = readDestination(given, network);
  if (isRefusal(to)) return pointedAt(to, destinationPointer);
  const brandAccountId = (brand ?? branding)?.account_id;
  return { name, source, destination: to, destinationPointer, brandAccountId };
}

export function readName(text: string): string | Refusal {
  const reading = createReading();
  const name = reading.take("/name", readPlainText(text), "");
  return reading.refusal() ?? name;
}

function readSource(
  { value_type: valueType, transfer_type: spelling }: NonNullable<NewAutomation["source"]>,
  network: Network,
): AutomationSource | Refusal {
  const pointer = "/source/transfer_type";
  const transferType = spelling ? readTransferType(spelling, { network, pointer }) : undefined;
  if (isRefusal(transferType)) return transferType;
  if (valueType === usd.code)
    return transferType === undefined || receivingRails.includes(transferType)
      ? { medium: "bank" }
      : malformed(
          pointer,
          `must be ${receivingRails.join(", ")} or null for dollars; the account accepts all of them`,
        );
  if (transferType === undefined || isBankRail(transferType))
    return malformed(pointer, "is required for a token: its chain");
  return { medium: "chain", chain: transferType, valueType, addressId: undefined };
}

export function readDestination(
  destination: Static<typeof DestinationSchema>,
  network: Network,
): AutomationDestination | Refusal {
  const end = readTransferEnd(destination, "/destination", network);
  if (isRefusal(end)) return end;
  const { addressId } = end;
  assert(addressId !== undefined, "the schema requires an address");
  return { ...end, addressId };
}

/** The same refusal with the pointers of the deprecated destination field. */
export function pointedAt(refusal: Refusal, destinationPointer: string): Refusal {
  const rename = (text: string): string => text.replace(/^\/destination(?=[/ ]|$)/, destinationPointer);
  const { errors } = refusal;
  return {
    ...refusal,
    detail: rename(refusal.detail),
    ...(errors === undefined
      ? {}
      : { errors: errors.map((error) => ({ ...error, pointer: rename(error.pointer) })) }),
  };
}

function malformed(pointer: string, detail: string): Refusal {
  return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
