import { Accordion, Code, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CodeWords } from "../../../kit/code-words.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { JsonView } from "../../../kit/json-view.tsx";
import { Page } from "../../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { SearchField } from "../../../kit/search-field.tsx";
import { Section } from "../../../kit/section.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { type EventTypeFacts, eventTypesQuery } from "../webhooks/webhook-queries.ts";
import { SendSample } from "./send-sample.tsx";

/** Every event type with an example, from the same catalog as the API reference. */
export function CatalogPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [filters, setFilters] = useUrlFilters({ type: "" });
  const [search, setSearch] = useState("");
  const { data, error, refetch } = useQuery(eventTypesQuery(workspace));
  const found = (data ?? []).filter(
    ({ type, summary }) => type.includes(search) || summary.toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <Page
      title="Event catalog"
      description="Every event type, with an example of its data. Types are added, never renamed; ignore fields that you do not know."
      back={<PageLink to={link("events")}>Events</PageLink>}
    >
      <Section
        title="Event types"
        flush
        actions={<SearchField label="Search event types" value={search} onSearch={setSearch} />}
      >
        {data === undefined ? (
          error === null ? (
            <Skeleton h={320} />
          ) : (
            <ErrorNotice error={error} onRetry={refetch} />
          )
        ) : (
          <Accordion
            order={3}
            value={filters.type === "" ? null : filters.type}
            onChange={(type) => setFilters({ type: type ?? "" })}
          >
            {found.map((eventType) => (
              <TypeItem key={eventType.type} eventType={eventType} isOpen={filters.type === eventType.type} />
            ))}
          </Accordion>
        )}
        {data !== undefined && found.length === 0 ? (
          <Empty title="No event types match">Change the search.</Empty>
        ) : null}
      </Section>
    </Page>
  );
}

interface TypeItemProps {
  readonly eventType: EventTypeFacts;
  readonly isOpen: boolean;
}

function TypeItem({ eventType: { type, summary, sample }, isOpen }: TypeItemProps) {
  return (
    <Accordion.Item value={type}>
      <Accordion.Control>
        <Group gap="xs">
          <Code style={{ overflowWrap: "anywhere" }}>{type}</Code>
          <Text component="span" size="sm" c="dimmed">
            <CodeWords text={summary} />
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        {isOpen ? (
          <Stack gap="md">
            <JsonView
              value={{ id: exampleId, type, created: exampleTime, data: sample }}
              label={`Example of ${type}`}
            />
            <SendSample eventType={type} />
          </Stack>
        ) : null}
      </Accordion.Panel>
    </Accordion.Item>
  );
}

/** Those of the API reference. */
const exampleId = "01JD7QAK4X6Z8BDFHKMNPQRSTV";
const exampleTime = "2026-11-15T10:51:12.000Z";
