import Type from "typebox";
import { inWords, stated } from "../http/schemas.ts";
import { amountPattern, parseAmount, positiveAmountPattern } from "../kernel/money.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { tokenScale } from "./token.ts";
import { valueTypePattern } from "./value-type.ts";

export const TokenAmountSchema = Type.String({
  pattern: amountPattern(tokenScale),
  ...stated({ pattern: positiveAmountPattern(tokenScale) }),
  ...inWords(
    `a decimal string such as 100.00, with at most 18 integer digits and ${tokenScale} decimal places`,
  ),
  description: "A decimal string greater than zero with at most six decimal places.",
  examples: ["250.00"],
});

export const TokenValueTypeSchema = Type.String({
  pattern: valueTypePattern,
  ...inWords("a value type of 2 to 12 letters and digits"),
  description: "The value type of a token, in any letter case.",
  examples: ["ACME"],
});

/** All tokens have six decimals, so the amount can be parsed before the token is known. */
export function readTokenUnits(amount: string, valueType: string): bigint | Refusal {
  const money = parseAmount(amount, { code: valueType, scale: tokenScale }, "/amount");
  if (!isRefusal(money)) return money.units;
  return { ...money, detail: `/amount ${money.detail}` };
}
