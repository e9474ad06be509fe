import { Box, Code, Group, Text } from "@mantine/core";
import { CopyButton } from "./copy-button.tsx";
import classes from "./curl.module.css";
import { type CurlRequest, curlLine } from "./curl-line.ts";

interface CurlProps {
  /** A complete command, or the request to build it from. */
  readonly request: string | CurlRequest;
  readonly label?: string;
}

/** A curl command with a copy button. */
export function Curl({ request, label = "With curl" }: CurlProps) {
  const line = typeof request === "string" ? request : curlLine(request, window.location.origin);
  return (
    <Box className={classes["curl"]}>
      <Group justify="space-between" gap="xs" wrap="nowrap" className={classes["bar"]}>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <CopyButton value={line} label="Copy curl command" />
      </Group>
      {/* Scrollable, so it must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <section tabIndex={0} aria-label={label} className={classes["scroll"]}>
        <Code block className={classes["code"]}>
          {line}
        </Code>
      </section>
    </Box>
  );
}
