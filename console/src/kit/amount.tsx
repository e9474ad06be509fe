import { Text } from "@mantine/core";
import { groupedDecimal } from "./grouped-decimal.ts";

interface AmountProps {
  /** A decimal string of the API. */
  readonly value: string;
  readonly asset?: string;
  /** A number in a sentence, and not in a column. */
  readonly inline?: boolean;
}

/** An amount of money, as the API says it: digits of equal width, thousands apart, never rounded. */
export function Amount({ value, asset, inline = false }: AmountProps) {
  return (
    <Text
      component="span"
      inherit
      display={inline ? "inline" : "block"}
      ta={inline ? undefined : "right"}
      style={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}
    >
      {groupedDecimal(value)}
      {asset === undefined ? null : (
        <Text component="span" inherit c="dimmed">
          {` ${asset}`}
        </Text>
      )}
    </Text>
  );
}
