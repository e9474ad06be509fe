import { Button, Group, MultiSelect, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { eventChoices, everyFamily } from "./event-choice.ts";
import { eventTypesQuery } from "./webhook-queries.ts";

interface EventTypeSelectProps {
  readonly value: readonly string[];
  readonly onChange: (events: readonly string[]) => void;
}

const maxEvents = 50;

/** Selects event types and wildcards. */
export function EventTypeSelect({ value, onChange }: EventTypeSelectProps) {
  const { data: types = [] } = useQuery(eventTypesQuery(useWorkspace()));
  return (
    <Stack gap="xs">
      <MultiSelect
        label="Events"
        description="Event types to send. A wildcard such as transfer.* includes every type with that prefix."
        data={eventChoices(types)}
        value={[...value]}
        onChange={onChange}
        maxValues={maxEvents}
        searchable
        required
        hidePickedOptions
      />
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => onChange(everyFamily(types))}>
          All events
        </Button>
      </Group>
    </Stack>
  );
}
