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
  /** Below them: what can be done besides sending. */
  readonly children?: ReactNode;
}

/** Where money is to be sent. */
export function WireInstructions({ instructions, amount, children }: WireInstructionsProps) {
  const told = [
    ["Bank", instructions.bank_name],
    ["Bank's address", instructions.bank_address],
    ["Routing number", instructions.routing_number],
    ["Account number", instructions.account_number],
    ["Beneficiary", instructions.beneficiary_name],
    ["Beneficiary's address", instructions.beneficiary_address],
    ["Memo", instructions.memo],
  ] as const;
  const items = [
    ...(amount === undefined ? [] : [copied("Amount", `${amount} USD`, `${groupedDecimal(amount)} USD`)]),
    ...told.flatMap(([label, value]) => (value === undefined ? [] : [copied(label, value)])),
  ];
  return (
    <Section
      title="Where to send the money"
      description="The number belongs to this alone. Say the memo with the payment."
    >
      <Stack gap="md">
        <Facts items={items} />
        {children}
      </Stack>
    </Section>
  );
}

/** What is copied is as a bank's form takes it; what is shown may be easier to read. */
function copied(label: string, value: string, shown = value): Fact {
  return [
    label,
    <span key={label}>
      {shown} <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
    </span>,
  ];
}
