import { Group, SimpleGrid, Text } from "@mantine/core";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { transferStatuses } from "../transfers/transfer.ts";
import type { Home } from "./home.ts";

type Counts = Home["transfers"];

/** Transfers by status over the last 30 days, and the number pending now. */
export function TransferCounts({ home }: { readonly home: Home }) {
  const { selfAttested, can } = useWorkspace();
  const link = useWorkspaceLink();
  const linkTo = (status: string): string | undefined =>
    can("transfers:read") && transferStatuses.some((known) => known === status)
      ? `${link("transfers")}?status=${status}`
      : undefined;
  const hasMovements = selfAttested || home.token_transactions.recent.length > 0;
  return (
    <SimpleGrid cols={{ base: 1, md: hasMovements ? 2 : 1 }}>
      <CountsSection title="Transfers" counts={home.transfers} linkTo={linkTo} />
      {hasMovements ? (
        <CountsSection
          title="Token mints, burns and transfers"
          counts={home.token_transactions}
          linkTo={() => undefined}
        />
      ) : null}
    </SimpleGrid>
  );
}

interface CountsSectionProps {
  readonly title: string;
  readonly counts: Counts;
  readonly linkTo: (status: string) => string | undefined;
}

function CountsSection({ title, counts, linkTo }: CountsSectionProps) {
  return (
    <Section title={title} description="By status, last 30 days.">
      {counts.recent.length === 0 ? (
        <Text size="sm" c="dimmed">
          None in the last 30 days.
        </Text>
      ) : (
        <Group component="ul" gap="lg" m={0} p={0} style={{ listStyle: "none" }}>
          {counts.recent.map(({ status, count }) => (
            <Count key={status} status={status} count={count} to={linkTo(status)} />
          ))}
        </Group>
      )}
      <Text size="sm" mt="sm">
        Pending now: {counts.pending_now.toLocaleString()}
        {counts.is_complete ? "" : " or more"}
      </Text>
    </Section>
  );
}

interface CountProps {
  readonly status: string;
  readonly count: number;
  readonly to: string | undefined;
}

function Count({ status, count, to }: CountProps) {
  const words = count.toLocaleString();
  return (
    <li>
      <Text fz="1.5rem" fw={600} lh={1.3}>
        {to === undefined ? (
          words
        ) : (
          <PageLink to={to} aria-label={`Show ${words} ${status} transfers`}>
            {words}
          </PageLink>
        )}
      </Text>
      <StatusBadge status={status} />
    </li>
  );
}
