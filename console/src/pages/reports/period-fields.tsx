import { Group, NativeSelect, TextInput } from "@mantine/core";
import { type ChosenPeriod, customPeriod, periodOptions, timeZoneOptions } from "./chosen-period.ts";

interface PeriodFieldsProps {
  readonly value: ChosenPeriod;
  readonly onChange: (change: Partial<ChosenPeriod>) => void;
}

/** The period of a report, and the time zone of its days. */
export function PeriodFields({ value, onChange }: PeriodFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Period"
        data={[...periodOptions]}
        value={value.period}
        onChange={(event) => onChange({ period: event.currentTarget.value })}
      />
      {value.period === customPeriod ? (
        <Group gap="sm" align="flex-start">
          <TextInput
            type="date"
            label="First day"
            value={value.from}
            onChange={(event) => onChange({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Last day"
            value={value.to}
            onChange={(event) => onChange({ to: event.currentTarget.value })}
          />
        </Group>
      ) : null}
      <NativeSelect
        label="Time zone of the days"
        data={timeZoneOptions(Intl.DateTimeFormat().resolvedOptions().timeZone)}
        value={value.timeZone}
        onChange={(event) => onChange({ timeZone: event.currentTarget.value })}
      />
    </>
  );
}
