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
    is_backed: Type.Boolean({ description: "Money is held for it in these books." }),
    points: Type.Array(
      Type.Object({
        date: Type.String({ format: "date", description: "A day in UTC; the last one is not over." }),
        supply: Type.String({ description: "Minted and not burned in the books of this workspace." }),
        reserve: nullableString(),
        chains: Type.Array(Type.Object({ transfer_type: Type.String(), supply: Type.String() })),
      }),
      { description: "At the end of each day, the oldest first." },
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
