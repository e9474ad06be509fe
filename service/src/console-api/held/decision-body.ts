import Type from "typebox";
import { named, strictObject } from "../../http/schemas.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import type { ConsoleDeps } from "../console-deps.ts";

export const DecisionBody = named(
  "HeldDecision",
  strictObject({
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: "\\S",
      description: "Why, for the audit log.",
    }),
  }),
);

export const SecondPersonAboveSchema = Type.Unsafe<string | null>({
  type: ["string", "null"],
  description: "Dollars above which two people decide on a release; null where one is always enough.",
});

export function secondPersonAbove({ config }: Pick<ConsoleDeps, "config">): string | null {
  const units = config.secondPersonAboveCents;
  return units === undefined ? null : formatAmount({ units, asset: usd });
}

/** How many a list of what waits for people holds at most. */
export const maxHeldListed = 200;
