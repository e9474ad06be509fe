import { Box, Group, Paper, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface SectionProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** No padding, for content such as tables. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A card with a title. */
export function Section({ title, description, actions, flush = false, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" withBorder aria-labelledby={id} style={{ overflow: "clip" }}>
      <Group justify="space-between" gap="xs" px="md" pt="sm" pb={flush ? "sm" : 0} align="flex-start">
        <Box style={{ minWidth: 0 }}>
          <Title order={2} size="h5" id={id}>
            {title}
          </Title>
          {description === undefined ? null : (
            <Text c="dimmed" size="sm" component="div">
              {description}
            </Text>
          )}
        </Box>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
      <Box p={flush ? 0 : "md"} pt={flush ? 0 : "sm"}>
        {children}
      </Box>
    </Paper>
  );
}
