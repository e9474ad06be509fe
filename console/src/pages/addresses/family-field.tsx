import { NativeSelect } from "@mantine/core";
import { type Chain, chainFamilies } from "./transfer-types.ts";

interface FamilyFieldProps {
  readonly chains: readonly Chain[];
  readonly onChoose: (chains: readonly Chain[]) => void;
  readonly error?: string | undefined;
}

/** Selects a chain family. Chains of a family share addresses. */
export function FamilyField({ chains, onChoose, error }: FamilyFieldProps) {
  return (
    <NativeSelect
      label="Chain"
      description="Ethereum and Base share addresses."
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

const options = chainFamilies.map(({ family, chains }) => ({
  value: chains.join(" "),
  label: family,
  chains,
}));
