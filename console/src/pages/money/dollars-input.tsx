import { amountProblem } from "../../kit/amount-entry.ts";
import { AmountInput } from "../../kit/amount-input.tsx";

interface DollarsInputProps {
  readonly label: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What can be spent; "Max" enters it. */
  readonly max?: string | undefined;
  readonly error?: string | undefined;
}

const centDecimals = 2;

/** A USD amount. */
export function DollarsInput({ value, error, max, ...rest }: DollarsInputProps) {
  const rules = { decimals: centDecimals, available: max, allowsZero: true };
  const problem = value === "" ? undefined : amountProblem(value, rules);
  return <AmountInput {...rest} asset="USD" value={value} max={max} error={error ?? problem} />;
}
