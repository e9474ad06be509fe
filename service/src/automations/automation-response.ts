import Type, { type Static } from "typebox";
import { ChainSchema, TransferTypeSchema } from "../addresses/index.ts";
import { DateTimeSchema, deprecatedAlias, IdSchema, named, nullableString } from "../http/schemas.ts";
import { formatInstant } from "../kernel/instant.ts";
import type { VirtualAccount } from "../payments/index.ts";
import { InstructionsSchema, MemoSchema, presentInstructions } from "../transfers/index.ts";
import { type Automation, automationStatuses, memoOf, transferTypeOf, valueTypeOf } from "./automation.ts";
import type { Problem } from "./automation-run.ts";

const SourceSchema = named(
  "AutomationSource",
  Type.Object({
    value_type: Type.String({ description: "`USD`, or the value type of a token.", examples: ["USD"] }),
    transfer_type: Type.Optional(ChainSchema),
    funding_instructions: Type.Optional(InstructionsSchema),
    address_id: Type.Optional(
      nullableString({
        description: "Tokens only: the custodial address of the automation; null while it is pending.",
      }),
    ),
    address: Type.Optional(
      nullableString({
        description: "Tokens only: the address to send to; null while the automation is pending.",
      }),
    ),
  }),
);

const DestinationSchema = named(
  "AutomationDestination",
  Type.Object({
    address_id: IdSchema,
    value_type: Type.String({ examples: ["FUSD"] }),
    transfer_type: TransferTypeSchema,
    memo: Type.Optional(MemoSchema),
  }),
);

const ProblemSchema = named(
  "AutomationProblem",
  Type.Object(
    {
      code: Type.String({
        description: "The error code that a transfer would return.",
        examples: ["insufficient_liquidity"],
      }),
      detail: Type.String(),
      occurred_at: DateTimeSchema,
    },
    { description: "Why received tokens could not be forwarded yet. Florin retries automatically." },
  ),
);

export const AutomationSchema = named(
  "Automation",
  Type.Object({
    id: IdSchema,
    name: Type.String(),
    status: Type.Enum([...automationStatuses], {
      description:
        "`pending` until it is set up, then `active`. `disabled` and `archived` are set by a request.",
    }),
    source: SourceSchema,
    destination: DestinationSchema,
    wire_instructions: Type.Optional(deprecatedAlias(InstructionsSchema, "source.funding_instructions")),
    destination_address: deprecatedAlias(DestinationSchema, "destination"),
    brand: Type.Union([Type.Null(), Type.Object({ account_id: IdSchema })]),
    last_problem: Type.Union([Type.Null(), ProblemSchema]),
    created_at: DateTimeSchema,
    updated_at: DateTimeSchema,
  }),
);

/** Related data of automations for responses. */
export interface RelatedData {
  /** By automation. */
  readonly instructions: ReadonlyMap<string, VirtualAccount>;
  /** On-chain address, by address id. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly problems: ReadonlyMap<string, Problem>;
}

export function presentAutomation(
  automation: Automation,
  related: RelatedData,
): Static<typeof AutomationSchema> {
  const { id, name, status, destination, brandAccountId } = automation;
  const problem = related.problems.get(id);
  const source = presentSource(automation, related);
  const { funding_instructions: instructions } = source;
  const memo = memoOf(destination);
  const to = {
    address_id: destination.addressId,
    value_type: valueTypeOf(destination),
    transfer_type: transferTypeOf(destination),
    ...(memo === undefined ? {} : { memo }),
  };
  return {
    id,
    name,
    status,
    source,
    destination: to,
    ...(instructions === undefined ? {} : { wire_instructions: instructions }),
    destination_address: to,
    brand: brandAccountId === undefined ? null : { account_id: brandAccountId },
    last_problem:
      problem === undefined
        ? null
        : { code: problem.code, detail: problem.detail, occurred_at: formatInstant(problem.occurredAt) },
    created_at: formatInstant(automation.createdAt),
    updated_at: formatInstant(automation.updatedAt),
  };
}

function presentSource(
  { id, source }: Automation,
  { instructions, addresses }: RelatedData,
): Static<typeof SourceSchema> {
  const common = { value_type: valueTypeOf(source) };
  if (source.medium === "chain") {
    const { chain, addressId } = source;
    const address = addressId === undefined ? null : (addresses.get(addressId) ?? null);
    return { ...common, transfer_type: chain, address_id: addressId ?? null, address };
  }
  const account = instructions.get(id);
  return account === undefined ? common : { ...common, funding_instructions: presentInstructions(account) };
}

const exampleDestination = {
  address_id: "01JD7Q2M8W3T5V6X9YZABCDEFH",
  value_type: "FUSD",
  transfer_type: "base",
};
const example = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  name: "Customer payments",
  source: { value_type: "USD" },
  destination: exampleDestination,
  destination_address: exampleDestination,
  brand: null,
  last_problem: null,
  created_at: "2026-11-15T12:00:00.000Z",
  updated_at: "2026-11-15T12:00:00.000Z",
};

export const pendingExample = { ...example, status: "pending" };

const exampleInstructions = {
  bank_name: "First Bank of Larkspur",
  bank_address: "1 Larkspur Square, New York, NY 10001",
  routing_number: "021000021",
  account_number: "77000000000016",
  beneficiary_name: "Florin Inc.",
  beneficiary_address: "2 Larkspur Square, New York, NY 10001",
  memo: "FLR-0000000016",
};

export const activeExample = {
  ...example,
  status: "active",
  source: { value_type: "USD", funding_instructions: exampleInstructions },
  wire_instructions: exampleInstructions,
};
