import { CopyButton } from "../../kit/copy-button.tsx";
import { type Fact, Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import type { Transfer } from "./transfer.ts";

type Instructions = NonNullable<Transfer["wire_instructions"]>;

interface WireInstructionsProps {
  readonly instructions: Instructions;
  readonly amount?: string;
}

/** Where money is to be sent. */
export function WireInstructions({ instructions, amount }: WireInstructionsProps) {
  const told = [
    ["Amount", amount === undefined ? undefined : `${amount} USD`],
    ["Bank", instructions.bank_name],
    ["Bank's address", instructions.bank_address],
    ["Routing number", instructions.routing_number],
    ["Account number", instructions.account_number],
    ["Beneficiary", instructions.beneficiary_name],
    ["Beneficiary's address", instructions.beneficiary_address],
    ["Memo", instructions.memo],
  ] as const;
  const items = told.flatMap(([label, value]): readonly Fact[] =>
    value === undefined
      ? []
      : [
          [
            label,
            <span key={label}>
              {value} <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
            </span>,
          ],
        ],
  );
  return (
    <Section
      title="Where to send the money"
      description="The number belongs to this alone. Say the memo with the payment."
    >
      <Facts items={items} />
    </Section>
  );
}
