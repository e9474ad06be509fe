import classes from "./amount.module.css";
import { groupedDecimal } from "./grouped-decimal.ts";

interface AmountProps {
  /** A decimal string of the API. */
  readonly value: string;
  readonly asset?: string | undefined;
  /** For use in text instead of a table column. */
  readonly inline?: boolean;
}

/** An amount exactly as the API returns it: tabular digits, grouped thousands, never rounded. */
export function Amount({ value, asset, inline = false }: AmountProps) {
  return (
    <span className={inline ? classes["inline"] : classes["amount"]}>
      {groupedDecimal(value)}
      {asset === undefined ? null : <span className={classes["asset"]}>{` ${asset}`}</span>}
    </span>
  );
}
