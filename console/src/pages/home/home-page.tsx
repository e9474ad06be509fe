import { SimpleGrid, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { WaitingSection } from "./attention-section.tsx";
import { BalanceCards } from "./balance-cards.tsx";
import { FirstSteps, isNew } from "./get-started.tsx";
import type { Home } from "./home.ts";
import { HomeCharts } from "./home-charts.tsx";
import { SupplySection } from "./supply-section.tsx";
import { TransferCounts } from "./transfer-counts.tsx";

const everyMs = 10_000;

/** Home page of a workspace: setup, items that need attention, balances, supply and transfers. */
export function HomePage() {
  const { params, name, network } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: ["home", params],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/home", { params: { path: params }, signal }),
    ...useLive(everyMs),
  });
  return (
    <Page title="Home" description={`Overview of ${name} on ${network}.`}>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined ? <HomeSkeleton isWaiting={error === null} /> : <HomeBody home={data} />}
    </Page>
  );
}

function HomeBody({ home }: { readonly home: Home }) {
  return (
    <>
      {isNew(home) ? <FirstSteps home={home} /> : null}
      <WaitingSection waiting={home.waiting} />
      <BalanceCards home={home} />
      <TransferCounts home={home} />
      {hasHistory(home) ? <HomeCharts hasTokens={home.tokens.length > 0} /> : null}
      <SupplySection tokens={home.tokens} />
    </>
  );
}

/** Charts of a workspace in which nothing happened yet would all be empty. */
function hasHistory({ first_steps: steps, balances, tokens }: Home): boolean {
  return steps.has_transfer || balances.length > 0 || tokens.length > 0;
}

function HomeSkeleton({ isWaiting }: { readonly isWaiting: boolean }) {
  if (!isWaiting) return null;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} mb="lg">
        {["one", "two", "three", "four"].map((card) => (
          <Skeleton key={card} height={96} />
        ))}
      </SimpleGrid>
      <Skeleton height={280} mb="lg" />
      <Skeleton height={160} />
    </>
  );
}
