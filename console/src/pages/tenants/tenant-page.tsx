import { Button, SimpleGrid, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { workspacePath } from "../../workspace/workspace-path.ts";

type Tenant = ResponseBody<"/console/api/tenants/{tenant_id}">;

const networks = ["testnet", "mainnet"] as const;

/** A tenant, with links to its workspaces. */
export function TenantPage() {
  const tenantId = usePageParam("tenantId");
  const { data, error, refetch } = useQuery({
    queryKey: ["tenants", "one", tenantId],
    queryFn: ({ signal }) =>
      get("/console/api/tenants/{tenant_id}", { params: { path: { tenant_id: tenantId } }, signal }),
  });
  const back = <PageLink to="/ops/tenants">Tenants</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Tenant" back={back}>
        {error === null ? <Skeleton height={300} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  return (
    <Page title={data.name} back={back}>
      <Section title="Tenant">
        <Facts
          items={[
            ["ID", <CopyId key="id" id={data.id} of="tenant" full />],
            ["Legal name", data.business_name],
            ["Type", data.self_attested ? "Self-attested: issues and attests its own tokens" : "Standard"],
            ["Created", <When key="created" at={data.created} exact />],
          ]}
        />
      </Section>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {networks.map((network) => (
          <NetworkSection key={network} tenant={data} network={network} />
        ))}
      </SimpleGrid>
    </Page>
  );
}

interface NetworkSectionProps {
  readonly tenant: Tenant;
  readonly network: (typeof networks)[number];
}

function NetworkSection({ tenant, network }: NetworkSectionProps) {
  const { managed_accounts, pending_accounts, applications } = tenant[network];
  return (
    <Section
      title={network === "testnet" ? "Testnet" : "Mainnet"}
      actions={
        <Button component={ConsoleLink} to={workspacePath(tenant.id, network)} size="xs" variant="default">
          Open workspace
        </Button>
      }
    >
      <Facts
        items={[
          ["Managed accounts", managed_accounts],
          ["Under review", pending_accounts],
          ["Applications", applications],
        ]}
      />
    </Section>
  );
}
