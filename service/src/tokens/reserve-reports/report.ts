import { createHash } from "node:crypto";
import Type, { type Static } from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { named, nullableString } from "../../http/schemas.ts";
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { networks } from "../../kernel/id.ts";
import { ShapeError, shapeOf } from "../../kernel/shape.ts";
import { signatureMembers } from "../../kernel/signed-json.ts";
import { differenceCauses } from "../reconciliation/compare.ts";
import { monthPattern } from "./month.ts";

const strict = { additionalProperties: false };
const amount = (description: string) => Type.String({ description, pattern: "^-?[0-9]+\\.[0-9]+$" });
const digest = Type.String({ description: "SHA-256 of its file.", pattern: "^[0-9a-f]{64}$" });

const ChainSupplySchema = Type.Object(
  {
    transfer_type: ChainSchema,
    contract_address: Type.String(),
    block_height: Type.String({
      description: "Final block at which the supply was read.",
      pattern: "^[0-9]+$",
    }),
    block_hash: Type.String(),
    chain_supply: amount("Supply at this block."),
    ledger_supply: amount("Supply in the ledger, excluding tokens in transit from another chain."),
    minting: amount("Mints in flight, which the block may not contain yet or the ledger may not."),
    burning: amount("Burns in flight, likewise."),
    difference: amount("Chain supply minus ledger supply."),
  },
  strict,
);

const CompositionSchema = Type.Object(
  {
    type: Type.Enum(["cash_at_bank", "claims"]),
    ledger_account: Type.String({
      description: "Path of the ledger account, or its kind if there are many.",
    }),
    amount: amount("In the token's currency."),
  },
  strict,
);

const differenceSubjects = ["chain_supply", "reserve"] as const;

const DifferenceSchema = Type.Object(
  {
    subject: Type.Enum([...differenceSubjects], { description: "What differs from the ledger supply." }),
    transfer_type: nullableString({ description: "Chain; null for the reserve." }),
    amount: amount("Positive if it is more than the ledger supply."),
    cause: Type.Enum(["in_flight", "claims", ...differenceCauses, "unknown"]),
    is_explained: Type.Boolean(),
  },
  strict,
);

export const ReserveReportSchema = named(
  "ReserveReport",
  Type.Object(
    {
      format: Type.Literal("florin-reserve-report-1"),
      network: Type.Enum([...networks]),
      value_type: Type.String(),
      name: Type.String(),
      currency: Type.String(),
      month: Type.String({ description: "Calendar month in UTC.", pattern: monthPattern }),
      number: Type.Integer({ description: "1 for the first report of the token.", minimum: 1 }),
      as_of: Type.String({
        description: "Instant of all figures of the ledger, after the end of the month.",
      }),
      supply: Type.Object(
        {
          chains: Type.Array(ChainSupplySchema),
          chain_supply: amount("Total across chains."),
          in_transit: amount("Burned on one chain and not minted on the other one yet."),
          ledger_supply: amount("Total in the ledger, including tokens in transit."),
        },
        strict,
      ),
      reserve: Type.Object(
        {
          gross: amount("Money of the reserve, including claims."),
          composition: Type.Array(CompositionSchema, { description: "Parts of `gross`." }),
          claims: amount("Part of `gross` that accounts owe after returned debits."),
          net: amount("Gross minus claims: the money that is there."),
          difference: amount("Gross minus ledger supply."),
          difference_net: amount("Net minus ledger supply."),
        },
        strict,
      ),
      differences: Type.Array(DifferenceSchema, { description: "Every difference, explained or not." }),
      previous: Type.Union([
        Type.Null(),
        Type.Object({ month: Type.String({ pattern: monthPattern }), digest }, strict),
      ]),
      ...signatureMembers,
    },
    { ...strict, description: "Signed reserve report of a token for one month." },
  ),
);

export type ReserveReport = Static<typeof ReserveReportSchema>;
export type ReportedDifference = ReserveReport["differences"][number];

const reportShape = shapeOf(ReserveReportSchema);

/** The bytes that are stored, published and hashed. */
export function documentOf(report: ReserveReport): string {
  return canonicalJson(report);
}

export function digestOf(document: string): Buffer {
  return createHash("sha256").update(document).digest();
}

/** Undefined if the text is not exactly a report: one report has one text, so that each has one digest. */
export function readReport(document: string): ReserveReport | undefined {
  try {
    const report = reportShape.read(JSON.parse(document));
    return documentOf(report) === document ? report : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ShapeError) return undefined;
    throw error;
  }
}

export function countUnexplained({ differences }: Pick<ReserveReport, "differences">): number {
  return differences.filter(({ is_explained: isExplained }) => !isExplained).length;
}
