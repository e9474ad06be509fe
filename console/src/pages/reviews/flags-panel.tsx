import { List, Text } from "@mantine/core";
import { Section } from "../../kit/section.tsx";
import type { Review } from "./review.ts";

/** What is well-formed but hard to believe. */
export function FlagsPanel({ flags }: Pick<Review, "flags">) {
  return (
    <Section title={flags.length === 0 ? "Flags" : `Flags (${flags.length})`}>
      {flags.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing in what the account said is hard to believe.
        </Text>
      ) : (
        <List size="sm" spacing={4}>
          {flags.map(({ code, pointer, detail }) => (
            <List.Item key={`${code} ${pointer}`}>
              <code>{pointer}</code> {detail}{" "}
              <Text component="span" size="xs" c="dimmed">
                {code}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
