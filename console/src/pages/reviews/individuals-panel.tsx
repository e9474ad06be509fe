import { Box, Divider, Group, Text } from "@mantine/core";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { Masked } from "./masked.tsx";
import { type Individual, labelWords, type Review } from "./review.ts";

interface UsersPanelProps {
  /** Without screenings, no hits are shown. */
  readonly review: Pick<Review, "profile"> & Partial<Pick<Review, "screenings">>;
}

/** Owners and controllers of the account. */
export function UsersPanel({ review }: UsersPanelProps) {
  const { individuals } = review.profile;
  const hitSubjects = new Set(
    (review.screenings ?? []).filter(({ outcome }) => outcome === "hit").map(({ subject }) => subject),
  );
  return (
    <Section title="Individuals">
      {individuals.map((individual, index) => (
        <Box key={individual.label} component="section" aria-label={labelWords(individual.label)}>
          {index === 0 ? null : <Divider my="md" />}
          <Group gap="xs" mb={4}>
            <Text fw={600} size="sm">
              {individual.name}
            </Text>
            <Text size="sm" c="dimmed">
              {labelWords(individual.label)}
            </Text>
            {hitSubjects.has(individual.label) ? <StatusBadge status="hit" tone="bad" /> : null}
          </Group>
          <IndividualFacts individual={individual} />
        </Box>
      ))}
    </Section>
  );
}

function IndividualFacts({ individual }: { readonly individual: Individual }) {
  return (
    <Facts
      items={[
        ["Year of birth", individual.birth_year],
        ["SSN", <Masked key="ssn" number={individual.ssn} />],
        ["Location", `${individual.city}, ${individual.state}`],
        ["Phone", <Masked key="phone" number={individual.phone_number} />],
        [
          "Ownership",
          individual.ownership_percentage === null ? undefined : `${individual.ownership_percentage}%`,
        ],
      ]}
    />
  );
}
