import { SimpleGrid, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { useLive } from "../../kit/use-live.ts";
import { WorkList } from "../work/work-list.tsx";
import type { Overview } from "./home.ts";
import { checksOf, OverviewCard } from "./overview-card.tsx";
import { QueueTable } from "./queue-table.tsx";

const everyMs = 10_000;

/** Start page of operators: items that need attention. */
export function OverviewPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => get("/console/api/overview", { signal }),
    ...useLive(everyMs),
  });
  return (
    <Page title="Overview" description="Items that need attention across all tenants and both networks.">
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined ? <Waiting isWaiting={error === null} /> : <Overviewed overview={data} />}
    </Page>
  );
}

function Overviewed({ overview }: { readonly overview: Overview }) {
  return (
    <Stack gap="lg">
      <QueueTable queues={overview.queues} />
      <WorkList />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {checksOf(overview).map((card) => (
          <OverviewCard key={card.title} card={card} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function Waiting({ isWaiting }: { readonly isWaiting: boolean }) {
  if (!isWaiting) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {["one", "two", "three", "four", "five", "six"].map((card) => (
        <Skeleton key={card} height={112} />
      ))}
    </SimpleGrid>
  );
}
