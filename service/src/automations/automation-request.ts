import Type, { type Static } from "typebox";
import { createReading, maxTextLength, readPlainText } from "../accounts/index.ts";
import { ChainRequestSchema, readChain, TransferTypeRequestSchema } from "../addresses/index.ts";
import { IdSchema, named, strictObject } from "../http/schemas.ts";
import { assert } from "../kernel/assert.ts";
import type { Network } from "../kernel/id.ts";
import { usd } from "../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { BrandSchema, readTransferEnd, ValueTypeSchema } from "../transfers/index.ts";
import type { AutomationDestination, AutomationSource } from "./automation.ts";

const NameSchema = Type.String({
  minLength: 1,
  maxLength: maxTextLength,
  description: "Display name of the automation.",
  examples: ["Customer payments"],
});

const DestinationSchema = named(
  "AutomationDestinationRequest",
  strictObject(
    { address_id: IdSchema, value_type: ValueTypeSchema, transfer_type: TransferTypeRequestSchema },
    { description: "Where funds are forwarded to. `GET /routes` returns the supported combinations." },
  ),
);

export const NewAutomationSchema = named(
  "CreateAutomationRequest",
  strictObject({
    name: NameSchema,
    source: named(
      "AutomationSourceRequest",
      strictObject(
        { value_type: ValueTypeSchema, transfer_type: Type.Optional(ChainRequestSchema) },
        {
          description:
            "`USD`, received by wire or ACH at the automation's account number; or a token and its chain, " +
            "received at the automation's address.",
        },
      ),
    ),
    destination: Type.Optional(DestinationSchema),
    destination_address: Type.Optional(DestinationSchema),
    brand: Type.Optional(BrandSchema),
    branding: Type.Optional(BrandSchema),
  }),
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
  const source = readSource(body.source, network);
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
  { value_type: valueType, transfer_type: transferType }: NewAutomation["source"],
  network: Network,
): AutomationSource | Refusal {
  const pointer = "/source/transfer_type";
  if (valueType === usd.code)
    return transferType === undefined
      ? { medium: "bank" }
      : malformed(pointer, "is only allowed for a token; dollars are accepted by wire and ACH");
  if (transferType === undefined) return malformed(pointer, "is required for a token: its chain");
  const chain = readChain(transferType, { network, pointer });
  return isRefusal(chain) ? chain : { medium: "chain", chain, valueType, addressId: undefined };
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
