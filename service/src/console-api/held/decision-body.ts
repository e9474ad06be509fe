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
      description: "Reason, for the audit log.",
    }),
  }),
);

export const DualApprovalAboveSchema = Type.Unsafe<string | null>({
  type: ["string", "null"],
  description: "Dollars above which a release requires dual approval; null if it is never required.",
});

export function dualApprovalAbove({ config }: Pick<ConsoleDeps, "config">): string | null {
  const units = config.dualApprovalAboveCents;
  return units === undefined ? null : formatAmount({ units, asset: usd });
}

/** Maximum length of the list of failed refunds of token transfers. */
export const maxHeldItems = 200;
