import { Box, Divider, Group, Text } from "@mantine/core";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { Masked } from "./masked.tsx";
import { labelWords, type Person, type Review } from "./review.ts";

interface PeoplePanelProps {
  /** Without screenings, nothing is said of hits. */
  readonly review: Pick<Review, "profile"> & Partial<Pick<Review, "screenings">>;
}

/** The people of the account, one below the other. */
export function PeoplePanel({ review }: PeoplePanelProps) {
  const { people } = review.profile;
  const found = new Set(
    (review.screenings ?? []).filter(({ outcome }) => outcome === "hit").map(({ subject }) => subject),
  );
  return (
    <Section title="People">
      {people.map((person, index) => (
        <Box key={person.label} component="section" aria-label={labelWords(person.label)}>
          {index === 0 ? null : <Divider my="md" />}
          <Group gap="xs" mb={4}>
            <Text fw={600} size="sm">
              {person.name}
            </Text>
            <Text size="sm" c="dimmed">
              {labelWords(person.label)}
            </Text>
            {found.has(person.label) ? <StatusBadge status="hit" tone="bad" /> : null}
          </Group>
          <PersonFacts person={person} />
        </Box>
      ))}
    </Section>
  );
}

function PersonFacts({ person }: { readonly person: Person }) {
  return (
    <Facts
      items={[
        ["Born", person.birth_year],
        ["SSN", <Masked key="ssn" number={person.ssn} />],
        ["Lives in", `${person.city}, ${person.state}`],
        ["Telephone", <Masked key="phone" number={person.phone_number} />],
        ["Owns", person.ownership_percentage === null ? undefined : `${person.ownership_percentage} %`],
      ]}
    />
  );
}
