import { Box, Code, Group, Text } from "@mantine/core";
import { CopyButton } from "./copy-button.tsx";
import classes from "./curl.module.css";
import { type CurlRequest, curlLine } from "./curl-line.ts";

interface CurlProps {
  /** A finished line, or what to make one from. */
  readonly request: string | CurlRequest;
  readonly label?: string;
}

/** A line for the terminal that does the same as the console would, and a button that copies it. */
export function Curl({ request, label = "With curl" }: CurlProps) {
  const line = typeof request === "string" ? request : curlLine(request, window.location.origin);
  return (
    <Box className={classes["curl"]}>
      <Group justify="space-between" gap="xs" wrap="nowrap" className={classes["bar"]}>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <CopyButton value={line} label="Copy the curl line" />
      </Group>
      {/* Long lines are scrolled, so the keyboard must get there as well. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <section tabIndex={0} aria-label={label} className={classes["scroll"]}>
        <Code block className={classes["code"]}>
          {line}
        </Code>
      </section>
    </Box>
  );
}
