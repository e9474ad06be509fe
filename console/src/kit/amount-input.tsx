import { Button, Group, Text, TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { enteredDecimal, shownAmount } from "./amount-entry.ts";
import { groupedDecimal } from "./grouped-decimal.ts";

interface AmountInputProps
  extends Pick<TextInputProps, "label" | "description" | "required" | "error" | "placeholder" | "size"> {
  /** A decimal, kept as a string and never parsed as a number. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Currency or token, shown in the field. */
  readonly asset: string;
  /** What can be spent; "Max" enters it. */
  readonly max?: string | undefined;
}

const assetWidth = 60;
const maxWidth = 52;

/** An amount with its currency. Thousands are grouped while the field has no focus. */
export function AmountInput({ value, onChange, asset, max, ...rest }: AmountInputProps) {
  // Undefined without focus.
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      placeholder="0.00"
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={shownAmount(value, typed)}
      onFocus={() => setTyped(value)}
      onBlur={() => setTyped(undefined)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(enteredDecimal(event.currentTarget.value));
      }}
      rightSectionWidth={max === undefined ? assetWidth : assetWidth + maxWidth}
      rightSection={
        <Group gap={6} wrap="nowrap" justify="flex-end" w="100%" pr="xs">
          {max === undefined ? null : (
            <Button
              size="compact-xs"
              variant="light"
              title={`${groupedDecimal(max)} ${asset} available`}
              onClick={() => onChange(max)}
            >
              Max
            </Button>
          )}
          <Text component="span" size="sm" c="dimmed">
            {asset}
          </Text>
        </Group>
      }
    />
  );
}
