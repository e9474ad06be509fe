import { Badge, Button, Checkbox, Fieldset, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { groupScopes, type ScopeFacts, scopePresets, scopesOf } from "./scope-choice.ts";

interface ScopePickerProps {
  readonly scopes: readonly ScopeFacts[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** All scopes with their descriptions. Users can grant only scopes that they hold. */
export function ScopePicker({ scopes, chosen, onChange }: ScopePickerProps) {
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  return (
    <Stack gap="sm">
      <Group gap="xs" role="group" aria-label="Presets">
        {scopePresets.map((preset) => (
          <Button
            key={preset.name}
            variant="default"
            size="xs"
            title={preset.description}
            onClick={() => onChange(scopesOf(preset, scopes))}
          >
            {preset.name}
          </Button>
        ))}
        <Button variant="subtle" size="xs" onClick={() => onChange([])}>
          Clear
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        {groupScopes(scopes).map((group) => (
          <Fieldset key={group.name} legend={group.name} variant="default">
            <Stack gap="xs">
              {group.scopes.map((scope) => (
                <ScopeBox
                  key={scope.name}
                  scope={scope}
                  isChosen={chosen.includes(scope.name)}
                  onToggle={() => toggle(scope.name)}
                />
              ))}
            </Stack>
          </Fieldset>
        ))}
      </SimpleGrid>
      <Text size="sm" aria-live="polite">
        {chosen.length === 1 ? "1 scope selected." : `${chosen.length} scopes selected.`}
      </Text>
    </Stack>
  );
}

interface ScopeBoxProps {
  readonly scope: ScopeFacts;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function ScopeBox({ scope: { name, description, is_held }, isChosen, onToggle }: ScopeBoxProps) {
  return (
    <Checkbox
      checked={isChosen}
      onChange={onToggle}
      disabled={!is_held}
      label={
        <Group gap="xs" component="span">
          <Text component="span" ff="monospace" size="sm">
            {name}
          </Text>
          {name.endsWith(":read") ? null : (
            <Badge component="span" size="xs" variant="default" tt="none">
              write
            </Badge>
          )}
        </Group>
      }
      description={
        is_held ? description : `${description} Your role doesn't have this scope on this network.`
      }
    />
  );
}
