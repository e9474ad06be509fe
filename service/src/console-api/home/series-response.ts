import Type, { type Static } from "typebox";
import { named, nullableString } from "../../http/schemas.ts";
import type { TokenSeries } from "./supply-series.ts";

const maxDays = 90;

export const daysQuery = {
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDays, default: 30 })),
};

export const TokenSeriesSchema = named(
  "ConsoleTokenSeries",
  Type.Object({
    value_type: Type.String(),
    is_backed: Type.Boolean({ description: "Whether this ledger holds a reserve for it." }),
    points: Type.Array(
      Type.Object({
        date: Type.String({ format: "date", description: "UTC day; the last one is not over." }),
        supply: Type.String({ description: "Minted minus burned in this workspace's ledger." }),
        reserve: nullableString(),
        chains: Type.Array(Type.Object({ transfer_type: Type.String(), supply: Type.String() })),
      }),
      { description: "End-of-day values, oldest first." },
    ),
  }),
);

export function presentSeries({
  valueType,
  isBacked,
  points,
}: TokenSeries): Static<typeof TokenSeriesSchema> {
  return {
    value_type: valueType,
    is_backed: isBacked,
    points: points.map(({ date, supply, reserve = null, chains }) => ({
      date,
      supply,
      reserve,
      chains: chains.map(({ chain, supply: onChain }) => ({ transfer_type: chain, supply: onChain })),
    })),
  };
}
