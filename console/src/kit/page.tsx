import { Box, Group, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import type { Network } from "../workspace/network.ts";
import { requestHeadingFocus, takeHeadingFocus } from "./heading-focus.ts";
import classes from "./page.module.css";
import { useNetworkBand } from "./page-network.ts";

interface PageProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Buttons next to the heading. */
  readonly actions?: ReactNode;
  /** Link to the parent page, above the heading. */
  readonly back?: ReactNode;
  /** The page's network, if its path does not contain it; shown in the banner. */
  readonly network?: Network | undefined;
  readonly children: ReactNode;
}

/** Page frame with the heading, which is also the title of the browser tab. */
export function Page({ title, description, actions, back, network, children }: PageProps) {
  useNetworkBand(network);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Florin`;
  }, [title]);
  useEffect(() => {
    const focused = heading.current;
    if (takeHeadingFocus()) focused?.focus();
    // The page that replaces one that loads keeps the focus.
    return () => {
      if (focused !== null && document.activeElement === focused) requestHeadingFocus();
    };
  }, []);
  return (
    <Box className={classes["page"]}>
      {back === undefined ? null : <Box mb={4}>{back}</Box>}
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <Box className={classes["words"]}>
          <Title order={1} size="h2" ref={heading} tabIndex={-1} className={classes["heading"]}>
            {title}
          </Title>
          {description === undefined ? null : (
            <Text c="dimmed" size="sm" mt={4} component="div" maw="46rem">
              {description}
            </Text>
          )}
        </Box>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
      <div className={classes["body"]}>{children}</div>
    </Box>
  );
}
