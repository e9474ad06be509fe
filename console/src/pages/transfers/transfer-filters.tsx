import { NativeSelect } from "@mantine/core";
import { AccountPicker } from "../../kit/account-picker.tsx";
import { FilterBar } from "../../kit/list/filter-bar.tsx";
import { DateRangeFilter, TextFilter } from "../../kit/list/filter-fields.tsx";
import { transferTypeLabel, transferTypeNames } from "../../kit/transfer-type-words.ts";
import { filterDefaults, queryOf, type TransferFilter } from "./transfer-filter.ts";

interface TransferFiltersProps {
  readonly filters: TransferFilter;
  readonly onChange: (change: Partial<TransferFilter>) => void;
  /** On the page of an account, the account is given. */
  readonly isOfAccount?: boolean;
}

export function TransferFilters({ filters, onChange, isOfAccount = false }: TransferFiltersProps) {
  const { status, account, ...others } = filters;
  const active = Object.keys(queryOf({ ...others, status, account: isOfAccount ? "" : account })).length;
  return (
    <FilterBar
      label="Transfer filters"
      active={active}
      onClear={() => onChange({ ...filterDefaults, sort: filters.sort })}
    >
      <TextFilter
        label="Search"
        placeholder="ID, amount, code…"
        hint="ID, amount, code or transaction"
        value={filters.search}
        isSearch
        onChange={(search) => onChange({ search })}
      />
      <NativeSelect
        label="Chain or rail"
        size="xs"
        value={filters.transfer_type}
        onChange={(event) => onChange({ transfer_type: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          ...transferTypeNames().map((value) => ({ value, label: transferTypeLabel(value) })),
        ]}
      />
      <TextFilter
        label="Value type"
        placeholder="USD"
        value={filters.value_type}
        onChange={(value_type) => onChange({ value_type })}
      />
      {isOfAccount ? null : (
        <AccountPicker
          label="Account"
          size="xs"
          clearable
          placeholder="Any"
          value={filters.account}
          onChange={(value) => onChange({ account: value })}
        />
      )}
      <DateRangeFilter from={filters.from} to={filters.to} onChange={onChange} />
    </FilterBar>
  );
}
