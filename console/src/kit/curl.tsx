import { Box, Code, Group, SegmentedControl, Text } from "@mantine/core";
import { useState } from "react";
import { useMaybeWorkspace } from "../workspace/use-workspace.ts";
import { CopyButton } from "./copy-button.tsx";
import classes from "./curl.module.css";
import type { CurlRequest } from "./curl-line.ts";
import { type Snippet, snippetsOf } from "./snippets.ts";

interface CurlProps {
  /** A complete command, or the request to build snippets from. */
  readonly request: string | CurlRequest;
  readonly label?: string;
}

/** A command, or a request in several languages, with a copy button. */
export function Curl({ request, label = "With the API" }: CurlProps) {
  const network = useMaybeWorkspace()?.network ?? "testnet";
  const [language, setLanguage] = useState("curl");
  const snippets: readonly Snippet[] =
    typeof request === "string"
      ? [{ language: "curl", text: request }]
      : snippetsOf(request, { origin: window.location.origin, network });
  const { text } = snippets.find((snippet) => snippet.language === language) ?? { text: "" };
  return (
    <Box className={classes["curl"]}>
      <Group justify="space-between" gap="xs" wrap="nowrap" className={classes["bar"]}>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <Group gap="xs" wrap="nowrap">
          {snippets.length === 1 ? null : (
            <SegmentedControl
              size="xs"
              aria-label="Language"
              data={snippets.map((snippet) => snippet.language)}
              value={language}
              onChange={setLanguage}
            />
          )}
          <CopyButton value={text} label={language === "curl" ? "Copy curl command" : "Copy snippet"} />
        </Group>
      </Group>
      {/* Scrollable, so it must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <section tabIndex={0} aria-label={label} className={classes["scroll"]}>
        <Code block className={classes["code"]}>
          {text}
        </Code>
      </section>
    </Box>
  );
}
