import { Box, Group, List, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { Timeline } from "../../kit/timeline.tsx";
import { When } from "../../kit/when.tsx";
import { documentWords } from "../reviews/document-words.ts";
import { eventWords } from "../reviews/event-words.ts";
import { labelWords } from "../reviews/review.ts";
import { screeningOutcome } from "../reviews/screening-outcome.ts";
import { StageBadge } from "../reviews/stage-badge.tsx";
import type { AccountRecord } from "./account.ts";

type Verification = NonNullable<AccountRecord["verification"]>;

interface VerificationSectionProps {
  readonly verification: Verification;
  /** Testnet only: control that simulates the reviewer. */
  readonly simulate: ReactNode;
}

/** Review state of an account, with its document requirements. */
export function VerificationSection({ verification, simulate }: VerificationSectionProps) {
  return (
    <Section
      title="Verification"
      description={
        verification.stage === null ? undefined : <StageBadge stage={verification.stage} hasOpenHit={false} />
      }
      actions={simulate}
    >
      <Stack gap="lg">
        <Requirements requirements={verification.requirements} />
        <Screenings verification={verification} />
        {verification.steps.length === 0 ? <UnderReview /> : null}
        {verification.steps.length === 0 ? null : (
          <Part title="Timeline">
            <Timeline
              entries={verification.steps.toReversed().map(({ at, event, to, reason_code }) => ({
                title: event === null ? labelWords(to) : eventWords(event),
                at,
                ...(reason_code === null ? {} : { body: labelWords(reason_code) }),
              }))}
            />
          </Part>
        )}
      </Stack>
    </Section>
  );
}

function UnderReview() {
  return (
    <Text size="sm" c="dimmed">
      The review is in progress. Events report the outcome and any documents that are required.
    </Text>
  );
}

function Requirements({ requirements }: Pick<Verification, "requirements">) {
  if (requirements.length === 0) return null;
  return (
    <Part title="Required documents">
      <List size="sm" spacing={6} listStyleType="none">
        {requirements.map((requirement) => (
          <List.Item
            key={`${requirement.document_kind} ${requirement.person_label} ${requirement.requested} ${requirement.status}`}
          >
            <Group gap="xs" component="span" display="inline-flex">
              <StatusBadge
                status={requirement.status}
                {...(requirement.status === "pending_upload" ? { tone: "waiting" as const } : {})}
              />
              {documentWords(requirement)}
            </Group>
          </List.Item>
        ))}
      </List>
      <Text size="xs" c="dimmed" mt={4}>
        Upload them with POST /documents, then link them to the account.
      </Text>
    </Part>
  );
}

function Screenings({ verification }: { readonly verification: Verification }) {
  const { screenings, stage, steps } = verification;
  const [last] = screenings;
  if (last === undefined) return null;
  return (
    <Part title="Screening">
      <List size="sm" spacing={6} listStyleType="none">
        {screenings.map(({ subject, outcome }) => (
          <List.Item key={subject}>
            <Group gap="xs" component="span" display="inline-flex">
              <StatusBadge {...screeningOutcome({ outcome, stage, steps })} />
              {labelWords(subject)}
            </Group>
          </List.Item>
        ))}
      </List>
      <Text size="xs" c="dimmed" mt={4} component="div">
        Screened against {last.list}, <When at={last.screened} />
      </Text>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Box component="section" aria-label={title}>
      <Text size="sm" fw={600} mb="xs">
        {title}
      </Text>
      {children}
    </Box>
  );
}
