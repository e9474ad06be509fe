import { DollarsInput } from "./dollars-input.tsx";

/** Maximum amounts in USD; empty for none. */
export interface LimitAmounts {
  readonly perTransfer: string;
  readonly daily: string;
  readonly thirtyDays: string;
}

export const noAmounts: LimitAmounts = { perTransfer: "", daily: "", thirtyDays: "" };

interface LimitAmountFieldsProps {
  readonly amounts: LimitAmounts;
  readonly onChange: (amounts: LimitAmounts) => void;
}

export function LimitAmountFields({ amounts, onChange }: LimitAmountFieldsProps) {
  return (
    <>
      <DollarsInput
        label="Per transfer (USD)"
        value={amounts.perTransfer}
        onChange={(perTransfer) => onChange({ ...amounts, perTransfer })}
      />
      <DollarsInput
        label="Per day (USD)"
        description="Without an account, the limit applies to all accounts combined."
        value={amounts.daily}
        onChange={(daily) => onChange({ ...amounts, daily })}
      />
      <DollarsInput
        label="In 30 days (USD)"
        description="Today and the 29 days before."
        value={amounts.thirtyDays}
        onChange={(thirtyDays) => onChange({ ...amounts, thirtyDays })}
      />
    </>
  );
}

/** Amounts as request fields. An omitted field means no limit. */
export function amountsBody({ perTransfer, daily, thirtyDays }: LimitAmounts): {
  readonly per_transfer?: string;
  readonly daily?: string;
  readonly thirty_days?: string;
} {
  return {
    ...(perTransfer.trim() === "" ? {} : { per_transfer: perTransfer.trim() }),
    ...(daily.trim() === "" ? {} : { daily: daily.trim() }),
    ...(thirtyDays.trim() === "" ? {} : { thirty_days: thirtyDays.trim() }),
  };
}
