import { NativeSelect } from "@mantine/core";
import { AccountPicker } from "../../kit/account-picker.tsx";
import { FilterBar } from "../../kit/list/filter-bar.tsx";
import { DateRangeFilter, TextFilter } from "../../kit/list/filter-fields.tsx";
import { paymentTypeLabel, paymentTypeNames } from "../../kit/transfer-type-words.ts";
import { directions, filterDefaults, type PaymentFilter, queryOf } from "./payment-filter.ts";
import { directionWords } from "./payment-words.ts";

interface PaymentFiltersProps {
  readonly filters: PaymentFilter;
  readonly onChange: (change: Partial<PaymentFilter>) => void;
  /** On the page of an account, the account is given. */
  readonly isOfAccount: boolean;
}

export function PaymentFilters({ filters, onChange, isOfAccount }: PaymentFiltersProps) {
  const active = Object.keys(queryOf({ ...filters, account: isOfAccount ? "" : filters.account })).length;
  return (
    <FilterBar
      label="Payment filters"
      active={active}
      onClear={() => onChange({ ...filterDefaults, sort: filters.sort })}
    >
      <TextFilter
        label="Search"
        placeholder="Name, amount, ID…"
        hint="Name, reference, amount, code or ID"
        value={filters.search}
        isSearch
        onChange={(search) => onChange({ search })}
      />
      <NativeSelect
        label="Direction"
        size="xs"
        value={filters.direction}
        onChange={(event) => onChange({ direction: event.currentTarget.value })}
        data={[
          { value: "", label: "Both" },
          ...directions.map((value) => ({ value, label: directionWords[value] })),
        ]}
      />
      <NativeSelect
        label="Rail"
        size="xs"
        value={filters.type}
        onChange={(event) => onChange({ type: event.currentTarget.value })}
        data={[
          { value: "", label: "Any" },
          ...paymentTypeNames().map((value) => ({ value, label: paymentTypeLabel(value) })),
        ]}
      />
      {isOfAccount ? null : (
        <AccountPicker
          label="Account"
          size="xs"
          clearable
          placeholder="Any"
          value={filters.account}
          onChange={(account) => onChange({ account })}
        />
      )}
      <DateRangeFilter from={filters.from} to={filters.to} onChange={onChange} />
    </FilterBar>
  );
}
