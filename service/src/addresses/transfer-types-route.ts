import Type, { type Static } from "typebox";
import { type ChainName, chainsByTestName, familyOf, labelOf } from "../chains/chain-name.ts";
import type { ChainRegistry } from "../chains/chain-registry.ts";
import { chainFamilies } from "../chains/known-chains.ts";
import { type Route, readRoute } from "../http/route.ts";
import { named } from "../http/schemas.ts";
import { transferTag } from "../http/tags.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import {
  type BankRail,
  bankRails,
  isDebit,
  isFundedByPayer,
  mostCentsBy,
  paymentSystemOf,
  railOf,
  railSystems,
  systemOf,
} from "../rails/rail.ts";

const ChainEntrySchema = named(
  "ChainTransferType",
  Type.Object(
    {
      transfer_type: Type.String({ examples: ["base"] }),
      name: Type.String({ description: "Display name.", examples: ["Base"] }),
      family: Type.Enum([...chainFamilies], { description: "Chains of one family share addresses." }),
      testnet_names: Type.Array(Type.String(), {
        description: "Names of its test network, which are aliases on testnet.",
        examples: [["base_sepolia"]],
      }),
    },
    { description: "A chain." },
  ),
);

const RailEntrySchema = named(
  "RailTransferType",
  Type.Object(
    {
      transfer_type: Type.String({ examples: ["ach_credit"] }),
      name: Type.String({ description: "Display name inside a sentence.", examples: ["ACH credit"] }),
      payment_type: Type.String({ description: "`type` of its payments.", examples: ["ach"] }),
      direction: Type.Enum(["credit", "debit"], {
        description: "A credit pushes money to the bank account, a debit pulls money from it.",
      }),
      currency: Type.String({ examples: ["USD"] }),
      maximum: Type.String({ description: "Maximum of one transfer.", examples: ["99999999.99"] }),
      is_source: Type.Boolean({ description: "It can be the source of a transfer." }),
      is_destination: Type.Boolean({ description: "It can be the destination of a transfer." }),
      is_linkable: Type.Boolean({ description: "A linked bank account can have it." }),
      requires: Type.Array(Type.String(), {
        description: "Fields that the bank account needs beyond its owner and numbers.",
        examples: [["bank_address", "beneficiary_address"]],
      }),
      is_always_open: Type.Boolean({ description: "It settles at any time, also on weekends and holidays." }),
      has_rejections: Type.Boolean({
        description: "A payment can be rejected before it settles. Every payment can be returned.",
      }),
      shows_brand: Type.Boolean({ description: "The counterparty sees the `brand` of a transfer." }),
      carries_memo: Type.Boolean({ description: "A destination can have a `wire_memo`." }),
      can_fall_back: Type.Boolean({ description: "A destination can have a `fallback`." }),
    },
    { description: "A bank rail. Limits and fees have the same name." },
  ),
);

/** Chains, rails and payment types of this instance, so that no client needs a list of its own. */
export const TransferTypesSchema = named(
  "TransferTypes",
  Type.Object({
    chains: Type.Array(ChainEntrySchema),
    rails: Type.Array(RailEntrySchema),
    payment_types: Type.Array(
      Type.Object({
        type: Type.String({ description: "`type` of a payment.", examples: ["ach"] }),
        name: Type.String({ description: "Display name inside a sentence.", examples: ["ACH"] }),
      }),
    ),
  }),
);

interface TransferTypesDeps {
  readonly chains: Pick<ChainRegistry, "names">;
}

export function transferTypesRoute({ chains }: TransferTypesDeps): Route {
  return readRoute("GET /transfer-types", {
    operationId: "listTransferTypes",
    tag: transferTag,
    summary: "List transfer types",
    description:
      "Returns the chains and bank rails of this instance, with their display names and properties.",
    access: "public",
    response: {
      description: "All transfer types.",
      schema: TransferTypesSchema,
      example: {
        chains: [presentChain("base")],
        rails: [presentRail("ach_credit")],
        payment_types: [{ type: "ach", name: "ACH" }],
      },
    },
    handle: async () => ({ status: 200, body: presentTransferTypes(chains.names) }),
  });
}

export function presentTransferTypes(chains: readonly ChainName[]): Static<typeof TransferTypesSchema> {
  return {
    chains: chains.map(presentChain),
    rails: bankRails.map(presentRail),
    payment_types: railSystems.map((type) => ({ type, name: paymentSystemOf(type).name })),
  };
}

function presentChain(chain: ChainName): Static<typeof ChainEntrySchema> {
  const testNames = [...chainsByTestName].filter(([, tested]) => tested === chain).map(([name]) => name);
  return { transfer_type: chain, name: labelOf(chain), family: familyOf(chain), testnet_names: testNames };
}

function presentRail(rail: BankRail): Static<typeof RailEntrySchema> {
  const { name, direction, currency, requires, schedule, carriesMemo, canFallBack } = railOf(rail);
  const system = systemOf(rail);
  const { hasRejections, showsBrand } = paymentSystemOf(system);
  return {
    transfer_type: rail,
    name,
    payment_type: system,
    direction,
    currency,
    maximum: formatAmount({ units: mostCentsBy(rail), asset: usd }),
    is_source: isDebit(rail) || isFundedByPayer(rail),
    is_destination: !isDebit(rail),
    is_linkable: requires.length === 0,
    requires: [...requires],
    is_always_open: schedule === "always_open",
    has_rejections: hasRejections,
    shows_brand: showsBrand,
    carries_memo: carriesMemo,
    can_fall_back: canFallBack,
  };
}
