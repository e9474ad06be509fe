import { Box, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Curl } from "./curl.tsx";
import type { CurlRequest } from "./curl-line.ts";

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** API request that creates the first item. */
  readonly curl?: string | CurlRequest;
}

/** Empty state: what will appear here, and how to create it. */
export function Empty({ title, children, curl }: EmptyProps) {
  return (
    <Stack gap="xs" align="center" py="xl" px="md">
      <Text fw={600}>{title}</Text>
      {children === undefined ? null : (
        <Text component="div" size="sm" c="dimmed" ta="center" maw="34rem">
          {children}
        </Text>
      )}
      {curl === undefined ? null : (
        <Box mt="xs" maw="100%" w="40rem">
          <Curl request={curl} />
        </Box>
      )}
    </Stack>
  );
}
