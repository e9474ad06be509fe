import { Box, Code } from "@mantine/core";
import { CopyButton } from "./copy-button.tsx";
import classes from "./json-view.module.css";

interface JsonViewProps {
  readonly value: unknown;
  readonly label?: string;
}

/** A value as formatted JSON, with a copy button. */
export function JsonView({ value, label = "JSON" }: JsonViewProps) {
  const text = JSON.stringify(value, null, 2) ?? "null";
  return (
    <Box className={classes["view"]}>
      <Box className={classes["copy"]}>
        <CopyButton value={text} label={`Copy ${label}`} />
      </Box>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <section tabIndex={0} aria-label={label} className={classes["scroll"]}>
        <Code block className={classes["code"]}>
          {text}
        </Code>
      </section>
    </Box>
  );
}
