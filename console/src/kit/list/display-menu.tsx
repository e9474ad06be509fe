import { Button, Checkbox, Popover, SegmentedControl, Stack, Text } from "@mantine/core";
import { Settings2 } from "lucide-react";
import { type ColumnChoice, useDensity, useTimeDisplay } from "./list-display.ts";

interface DisplayMenuProps {
  readonly columns: readonly { readonly header: string; readonly isShown: boolean }[];
  readonly choice: ColumnChoice;
  readonly onChoose: (choice: ColumnChoice) => void;
}

/** Columns, density and time zone of a list. */
export function DisplayMenu({ columns, choice, onChoose }: DisplayMenuProps) {
  const [time, setTime] = useTimeDisplay();
  const [density, setDensity] = useDensity();
  return (
    <Popover position="bottom-end" shadow="md" trapFocus withRoles returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<Settings2 size={14} aria-hidden />}>
          Display
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Display">
        <Stack gap="sm">
          <Choice
            label="Time"
            value={time}
            onChange={(value) => setTime(value === "utc" || value === "relative" ? value : "local")}
            data={[
              { value: "local", label: "Local" },
              { value: "utc", label: "UTC" },
              { value: "relative", label: "Relative" },
            ]}
          />
          <Choice
            label="Density"
            value={density}
            onChange={(value) => setDensity(value === "compact" ? "compact" : "comfortable")}
            data={[
              { value: "comfortable", label: "Comfortable" },
              { value: "compact", label: "Compact" },
            ]}
          />
          <Stack gap={10} role="group" aria-label="Columns">
            <Text size="xs" c="dimmed">
              Columns
            </Text>
            {columns.map(({ header, isShown }) => (
              <Checkbox
                key={header}
                size="xs"
                label={header}
                checked={isShown}
                onChange={(event) => onChoose(new Map([...choice, [header, event.currentTarget.checked]]))}
              />
            ))}
          </Stack>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly data: readonly { readonly value: string; readonly label: string }[];
}

function Choice({ label, value, onChange, data }: ChoiceProps) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={2}>
        {label}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={label}
        value={value}
        onChange={onChange}
        data={[...data]}
      />
    </div>
  );
}
