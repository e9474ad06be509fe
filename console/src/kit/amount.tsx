import classes from "./amount.module.css";
import { groupedDecimal } from "./grouped-decimal.ts";

interface AmountProps {
  /** A decimal string of the API. */
  readonly value: string;
  readonly asset?: string | undefined;
  /** A number in a sentence, and not in a column. */
  readonly inline?: boolean;
}

/** An amount of money, as the API says it: digits of equal width, thousands apart, never rounded. */
export function Amount({ value, asset, inline = false }: AmountProps) {
  return (
    <span className={inline ? classes["inline"] : classes["amount"]}>
      {groupedDecimal(value)}
      {asset === undefined ? null : <span className={classes["asset"]}>{` ${asset}`}</span>}
    </span>
  );
}
