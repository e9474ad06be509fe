import { Alert, Button, Drawer, Text } from "@mantine/core";
import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { ListTime } from "../../../kit/list/list-time.tsx";
import { SavedViews } from "../../../kit/list/saved-views.tsx";
import { type ListPlace, useListPlace } from "../../../kit/list/use-list-place.tsx";
import { Page } from "../../../kit/page.tsx";
import { Section } from "../../../kit/section.tsx";
import { statusWords } from "../../../kit/status-tone.ts";
import { useLive } from "../../../kit/use-live.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { When } from "../../../kit/when.tsx";
import {
  type AuditEntry,
  type AuditFilters,
  type AuditPage,
  actorWords,
  filterDefaults,
} from "./audit-entry.ts";
import { AuditFiltersForm } from "./audit-filters.tsx";
import { EntryDetails } from "./entry-details.tsx";
import { ExportButton } from "./export-button.tsx";

interface AuditViewProps {
  readonly description: ReactNode;
  readonly hasTenants: boolean;
  readonly queryOf: (
    filters: AuditFilters,
    place: ListPlace,
  ) => Pick<UseQueryOptions<AuditPage>, "queryKey"> & {
    readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<AuditPage>;
  };
  readonly save: (filters: AuditFilters, place: Pick<ListPlace, "sort">) => Promise<Blob>;
}

/** The audit log of a workspace or of the platform. */
export function AuditView({ description, hasTenants, queryOf, save }: AuditViewProps) {
  const [filters, setFilters] = useUrlFilters(filterDefaults);
  const { query: place, order, pagingOf } = useListPlace();
  const [opened, setOpened] = useState<AuditEntry>();
  const { data, error, isLoading, refetch } = useQuery({
    ...queryOf(filters, place),
    placeholderData: keepPreviousData,
    ...useLive(),
  });
  const paging = pagingOf(data?.pagination);
  return (
    <Page
      title="Audit log"
      description={description}
      actions={<ExportButton save={() => save(filters, place)} />}
    >
      <AuditFiltersForm filters={filters} onChange={setFilters} hasTenants={hasTenants} />
      <Section title="Entries" flush actions={<SavedViews list="audit" />}>
        <StoppedNotice page={data} onNext={paging?.onNext} />
        <DataTable
          label="Audit log entries"
          columns={columns}
          rows={data?.entries}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          onOpen={setOpened}
          paging={paging}
          sort={order.sort}
          empty={<Empty title="No entries">Every change is recorded here. None matches these filters.</Empty>}
        />
      </Section>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="lg"
        title={opened?.action ?? "Entry"}
      >
        {opened === undefined ? null : <EntryDetails entry={opened} />}
      </Drawer>
    </Page>
  );
}

/** With selective filters, a search may reach its scan limit before it fills a page. */
function StoppedNotice({
  page,
  onNext,
}: {
  readonly page: AuditPage | undefined;
  readonly onNext: (() => void) | undefined;
}) {
  if (page === undefined || page.stopped_at === null) return null;
  return (
    <Alert icon={<Info size={18} aria-hidden />} m="md" mt={0} title="There may be more entries">
      The search stopped at <When at={page.stopped_at} exact />.{" "}
      {onNext === undefined ? null : (
        <Button variant="default" size="compact-xs" onClick={onNext}>
          Continue search
        </Button>
      )}
    </Alert>
  );
}

const columns: readonly Column<AuditEntry>[] = [
  { header: "Time", sort: "created_at", phone: "end", cell: ({ at }) => <ListTime at={at} /> },
  {
    header: "Action",
    phone: "title",
    cell: ({ action }) => (
      <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {action}
      </Text>
    ),
  },
  { header: "Actor", phone: "detail", cell: (entry) => <Actor entry={entry} /> },
  {
    header: "Target",
    cell: ({ subject_type, subject_id }) => (
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {subject_type}{" "}
        <Text component="span" c="dimmed" size="xs" ff="monospace">
          {subject_id}
        </Text>
      </Text>
    ),
  },
  { header: "Network", cell: ({ network }) => (network === null ? "Both" : statusWords(network)) },
];

function Actor({ entry }: { readonly entry: AuditEntry }) {
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      {actorWords(entry)}{" "}
      <Text component="span" c="dimmed" size="xs">
        {entry.actor_type}
      </Text>
    </Text>
  );
}
