import { NativeSelect } from "@mantine/core";
import type { ChainType } from "./address.ts";
import { addressFamilies } from "./transfer-types.ts";

interface FamilyFieldProps {
  readonly chains: readonly ChainType[];
  readonly onChoose: (chains: readonly ChainType[]) => void;
  readonly error?: string | undefined;
}

/** Selects a chain family. Chains of a family share addresses. */
export function FamilyField({ chains, onChoose, error }: FamilyFieldProps) {
  const options = addressFamilies().map(({ label, chains: names }) => ({
    value: names.join(" "),
    label,
    chains: names,
  }));
  return (
    <NativeSelect
      label="Chain"
      description="Chains of one family share addresses."
      error={error}
      value={chains.join(" ")}
      onChange={(event) => {
        const chosen = options.find(({ value }) => value === event.currentTarget.value);
        if (chosen !== undefined) onChoose(chosen.chains);
      }}
      data={options.map(({ value, label }) => ({ value, label }))}
    />
  );
}
