import { List, Text } from "@mantine/core";
import { Section } from "../../kit/section.tsx";
import { flagWords, placeWords } from "./flag-words.ts";
import type { Review } from "./review.ts";

/** Fields that are well-formed but implausible. */
export function FlagsPanel({ flags }: Pick<Review, "flags">) {
  return (
    <Section title={flags.length === 0 ? "Flags" : `Flags (${flags.length})`}>
      {flags.length === 0 ? (
        <Text size="sm" c="dimmed">
          No flags on the submitted information.
        </Text>
      ) : (
        <List size="sm" spacing={4}>
          {flags.map((flag) => (
            <List.Item key={`${flag.code} ${flag.pointer}`}>
              <b>{placeWords(flag.pointer)}</b> {flagWords(flag)}{" "}
              <Text component="span" size="xs" c="dimmed">
                {flag.code}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
