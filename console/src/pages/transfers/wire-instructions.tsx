import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyButton } from "../../kit/copy-button.tsx";
import { type Fact, Facts } from "../../kit/facts.tsx";
import { groupedDecimal } from "../../kit/grouped-decimal.ts";
import { Section } from "../../kit/section.tsx";
import type { Transfer } from "./transfer.ts";

type Instructions = NonNullable<Transfer["wire_instructions"]>;

interface WireInstructionsProps {
  readonly instructions: Instructions;
  readonly amount?: string;
  /** Shown below the instructions. */
  readonly children?: ReactNode;
}

/** Wire instructions of a transfer or an automation. */
export function WireInstructions({ instructions, amount, children }: WireInstructionsProps) {
  const fields = [
    ["Bank", instructions.bank_name],
    ["Bank address", instructions.bank_address],
    ["Routing number", instructions.routing_number],
    ["Account number", instructions.account_number],
    ["Beneficiary", instructions.beneficiary_name],
    ["Beneficiary address", instructions.beneficiary_address],
    ["Memo", instructions.memo],
  ] as const;
  const items = [
    ...(amount === undefined ? [] : [copied("Amount", `${amount} USD`, `${groupedDecimal(amount)} USD`)]),
    ...fields.flatMap(([label, value]) => (value === undefined ? [] : [copied(label, value)])),
  ];
  return (
    <Section
      title="Wire instructions"
      description="This account number is dedicated to these instructions. Include the memo with the wire."
    >
      <Stack gap="md">
        <Facts items={items} />
        {children}
      </Stack>
    </Section>
  );
}

/** Copies the raw value for a bank's form; shows a more readable form. */
function copied(label: string, value: string, shown = value): Fact {
  return [
    label,
    <span key={label}>
      {shown} <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
    </span>,
  ];
}
