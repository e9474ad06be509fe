import { NativeSelect, TextInput } from "@mantine/core";
import { transferTypeLabel, transferTypeNames } from "../../kit/transfer-type-words.ts";
import type { TransferType } from "../transfers/transfer.ts";

export interface TermScope {
  /** Empty for all accounts. */
  readonly accountId: string;
  /** Empty for any chain or rail. */
  readonly transferType: string;
}

export const widestScope: TermScope = { accountId: "", transferType: "" };

interface TermScopeFieldsProps {
  readonly scope: TermScope;
  readonly onChange: (scope: TermScope) => void;
}

/** Scope of a limit or fee: account, and chain or rail. */
export function TermScopeFields({ scope, onChange }: TermScopeFieldsProps) {
  return (
    <>
      <TextInput
        label="Account"
        description="Account ID. Leave empty for all accounts of the tenant."
        pattern="[0-9A-Za-z]{26}"
        title="26 letters and digits"
        value={scope.accountId}
        onChange={(event) => onChange({ ...scope, accountId: event.currentTarget.value })}
      />
      <NativeSelect
        label="Chain or rail"
        value={scope.transferType}
        onChange={(event) => onChange({ ...scope, transferType: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          ...transferTypeNames().map((value) => ({ value, label: transferTypeLabel(value) })),
        ]}
      />
    </>
  );
}

/** Scope as request fields. An omitted field means all. */
export function scopeBody({ accountId, transferType }: TermScope): {
  readonly account_id?: string;
  readonly transfer_type?: TransferType;
} {
  const known = transferTypeNames<TransferType>().find((each) => each === transferType);
  return {
    ...(accountId.trim() === "" ? {} : { account_id: accountId.trim() }),
    ...(known === undefined ? {} : { transfer_type: known }),
  };
}
