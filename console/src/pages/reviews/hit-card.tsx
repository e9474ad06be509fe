import { Box, Group, Paper, Progress, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { StatusBadge } from "../../kit/status-badge.tsx";
import classes from "./hit-card.module.css";
import { type Hit, labelWords, type Review } from "./review.ts";

interface HitCardProps {
  readonly hit: Hit;
  /** The screened subject: `business`, or the label of an individual. */
  readonly subject: string;
  readonly profile: Review["profile"];
}

const fullScore = 1000;

/** A sanctions list entry next to the subject it matches. */
export function HitCard({ hit, subject, profile }: HitCardProps) {
  const individual = profile.individuals.find(({ label }) => label === subject);
  return (
    <Paper withBorder p="sm" component="article" aria-label={`Hit on ${labelWords(subject)}`}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          <StatusBadge status="hit" tone="bad" />
          <Text size="sm" fw={600}>
            {labelWords(subject)}
          </Text>
        </Group>
        <Score score={hit.score} />
      </Group>
      <Box className={classes["sides"]}>
        <Side title="Account">
          <Text size="sm">{individual?.name ?? profile.business.name}</Text>
          {individual === undefined ? null : <Text size="sm">Born {individual.birth_year}</Text>}
          {individual === undefined ? null : (
            <Text size="sm">{`${individual.city}, ${individual.state}`}</Text>
          )}
        </Side>
        <Side title="Sanctions list">
          <Text size="sm">{hit.sanctioned_name}</Text>
          {hit.sanctioned_birth_dates.length === 0 ? null : (
            <Text size="sm">Born {hit.sanctioned_birth_dates.join("; ")}</Text>
          )}
          <Text size="sm" c="dimmed">
            {`${hit.entry_type}, ${hit.name_type.replaceAll("_", " ")} name, program ${hit.program}, entry ${hit.uid}`}
          </Text>
        </Side>
      </Box>
      <Explanation hit={hit} />
    </Paper>
  );
}

function Score({ score }: { readonly score: number }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
        Score {score} of {fullScore}
      </Text>
      <Progress value={score / 10} w={64} aria-label="Score" color="red" />
    </Group>
  );
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box style={{ minWidth: 0 }}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {children}
    </Box>
  );
}

function Explanation({ hit }: { readonly hit: Hit }) {
  if (hit.words.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" mt="xs">
      {hit.words
        .map(({ sanctioned, found, similarity }) => `${sanctioned}: ${found} (${similarity})`)
        .join(", ")}
      {hit.further_words === 0 ? "" : `; ${hit.further_words} further words`}
      {hit.birth_date === null ? "" : `; birth date ${hit.birth_date.replaceAll("_", " ")}`}
    </Text>
  );
}
