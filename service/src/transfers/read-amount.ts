import { parseAmount, usd } from "../kernel/money.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { tokenScale } from "../tokens/index.ts";

const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** A searched amount in millionths, and in cents if it has whole ones; undefined if the text is no amount. */
export function readAmount(
  text: string,
): { readonly units: bigint; readonly cents: bigint | undefined } | undefined {
  const entered = text.replace(/^\$\s?/, "");
  const plain = grouped.test(entered) ? entered.replaceAll(",", "") : entered;
  const amount = parseAmount(plain, { ...usd, scale: tokenScale }, "");
  if (isRefusal(amount)) return undefined;
  const dollars = parseAmount(plain, usd, "");
  return { units: amount.units, cents: isRefusal(dollars) ? undefined : dollars.units };
}
