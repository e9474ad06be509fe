import { Button, Popover, Stack } from "@mantine/core";
import { CalendarDays } from "lucide-react";
import { DateRangeFilter, type DateRangeFilterProps } from "./filter-fields.tsx";

/** Limits a list to the days in which its items were created. */
export function DatesButton(range: DateRangeFilterProps) {
  const { from, to, onChange } = range;
  return (
    <Popover position="bottom-end" shadow="md" trapFocus withRoles returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<CalendarDays size={14} aria-hidden />}>
          {rangeWords(from, to)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Dates">
        <Stack gap="sm">
          <DateRangeFilter {...range} />
          <Button
            variant="default"
            size="xs"
            disabled={from === "" && to === ""}
            onClick={() => onChange({ from: "", to: "" })}
          >
            Any time
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function rangeWords(from: string, to: string): string {
  if (from === "" && to === "") return "Any time";
  if (from === "") return `Until ${to}`;
  return to === "" ? `From ${from}` : `${from} to ${to}`;
}
