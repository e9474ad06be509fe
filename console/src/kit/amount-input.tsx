import { Button, Group, Text, TextInput, type TextInputProps } from "@mantine/core";
import { type ChangeEvent, useState } from "react";
import { editedAmount, shownAmount } from "./amount-entry.ts";
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

/** An amount with its currency. Thousands are grouped, while the user types, too. */
export function AmountInput({ value, onChange, asset, max, ...rest }: AmountInputProps) {
  const [typed, setTyped] = useState<string>();
  const edit = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { inserted, isForwardDeletion } = editOf(nativeEvent, input.value);
    const caret = input.selectionStart ?? input.value.length;
    const edited = editedAmount(
      { value, asTyped: typed },
      { text: input.value, caret, inserted, isForwardDeletion },
    );
    // Before React sets the same text, which would move the caret to the end.
    input.value = shownAmount(edited.value, edited.asTyped);
    input.setSelectionRange(edited.caret, edited.caret);
    setTyped(edited.asTyped);
    onChange(edited.value);
  };
  return (
    <TextInput
      placeholder="0.00"
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={shownAmount(value, typed)}
      onBlur={() => setTyped(undefined)}
      onChange={edit}
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

/** What an input event inserted: everything, if the browser does not say what. */
function editOf(event: Event, text: string) {
  const { inputType = "", data = null } = event instanceof InputEvent ? event : {};
  return {
    inserted: inputType.startsWith("delete") ? "" : (data ?? text),
    isForwardDeletion: inputType === "deleteContentForward",
  };
}
