import { NativeSelect, TextInput } from "@mantine/core";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { ways } from "./term-words.ts";

export interface TermScope {
  /** Empty for all accounts. */
  readonly accountId: string;
  /** Empty for any way. */
  readonly way: string;
}

export const widestScope: TermScope = { accountId: "", way: "" };

interface TermScopeFieldsProps {
  readonly scope: TermScope;
  readonly onChange: (scope: TermScope) => void;
}

/** For whom and by which way something is set. */
export function TermScopeFields({ scope, onChange }: TermScopeFieldsProps) {
  return (
    <>
      <TextInput
        label="Account"
        description="The id of one account; empty for all accounts of the tenant."
        pattern="[0-9A-Za-z]{26}"
        title="26 letters and digits"
        value={scope.accountId}
        onChange={(event) => onChange({ ...scope, accountId: event.currentTarget.value })}
      />
      <NativeSelect
        label="Chain or rail"
        value={scope.way}
        onChange={(event) => onChange({ ...scope, way: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          ...ways.map((value) => ({ value, label: transferTypeWords(value) })),
        ]}
      />
    </>
  );
}

/** As a request says it: what is left out means all. */
export function scopeBody({ accountId, way }: TermScope): {
  readonly account_id?: string;
  readonly transfer_type?: (typeof ways)[number];
} {
  const known = ways.find((each) => each === way);
  return {
    ...(accountId.trim() === "" ? {} : { account_id: accountId.trim() }),
    ...(known === undefined ? {} : { transfer_type: known }),
  };
}
