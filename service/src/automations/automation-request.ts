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
  description: "What you call the automation.",
  examples: ["Customer payments"],
});

const DestinationSchema = named(
  "AutomationDestinationRequest",
  strictObject(
    { address_id: IdSchema, value_type: ValueTypeSchema, transfer_type: TransferTypeRequestSchema },
    { description: "Where it goes on to. `GET /routes` lists what can be combined." },
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
            "`USD`, which others send by wire or ACH to an account number of the automation; or a token and its chain, " +
            "which others send to an address of the automation.",
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
          description:
            "A disabled automation can be made active again; an archived one is archived for ever.",
        }),
      ),
      destination: Type.Optional(DestinationSchema),
    },
    { minProperties: 1, description: "What is to change." },
  ),
);

export type NewAutomation = Static<typeof NewAutomationSchema>;
export type AutomationChange = Static<typeof AutomationChangeSchema>;

/** A request with every word of it read: what is left to check needs facts. */
export interface RequestedAutomation {
  readonly name: string;
  readonly source: AutomationSource;
  readonly destination: AutomationDestination;
  /** By which name the request calls its destination. */
  readonly destinationPointer: string;
  readonly brandAccountId: string | undefined;
}

export function readNewAutomation(body: NewAutomation, network: Network): RequestedAutomation | Refusal {
  const { brand, branding, destination, destination_address: olderDestination } = body;
  if (brand !== undefined && branding !== undefined)
    return malformed("/branding", "is the older name of brand; send only one of them");
  if (destination !== undefined && olderDestination !== undefined)
    return malformed("/destination_address", "is the older name of destination; send only one of them");
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
      : malformed(pointer, "is only for a token; dollars come by wire or ACH, as their sender likes");
  if (transferType === undefined) return malformed(pointer, "is required for a token: the chain it comes on");
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
  assert(addressId !== undefined, "the schema demands an address");
  return { ...end, addressId };
}

/** The same refusal, in the words of a request that calls its destination otherwise. */
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
