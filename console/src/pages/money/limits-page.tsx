import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { useLive } from "../../kit/use-live.ts";
import type { Network } from "../../workspace/network.ts";
import { EffectivePanel } from "./effective-panel.tsx";
import { FeesPanel } from "./fees-panel.tsx";
import { LimitsPanel } from "./limits-panel.tsx";
import { TenantBar } from "./tenant-bar.tsx";
import { TenantSuggestions } from "./tenant-suggestions.tsx";
import { useTenantChoice } from "./use-tenant-choice.ts";

const everyMs = 15_000;

/** Transfer limits and fees of a tenant. */
export function LimitsPage() {
  const choice = useTenantChoice();
  const { tenantId, network } = choice;
  return (
    <Page
      network={network}
      title="Limits and fees"
      description="Limits and fees of a tenant's accounts. Changes apply to new transfers."
    >
      <TenantBar {...choice} />
      {tenantId === "" ? (
        <Section title="Limits">
          <TenantSuggestions onTenant={choice.onTenant}>
            Limits and fees are set per tenant and network.
          </TenantSuggestions>
        </Section>
      ) : (
        <TenantTerms key={`${tenantId} ${network}`} tenantId={tenantId} network={network} />
      )}
    </Page>
  );
}

interface TenantTermsProps {
  readonly tenantId: string;
  readonly network: Network;
}

function TenantTerms({ tenantId, network }: TenantTermsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["terms", tenantId],
    queryFn: ({ signal }) =>
      get("/console/api/limits/{tenant_id}", { params: { path: { tenant_id: tenantId } }, signal }),
    ...useLive(everyMs),
  });
  if (data === undefined) {
    return error === null ? <SkeletonLines count={10} /> : <ErrorNotice error={error} onRetry={refetch} />;
  }
  const scope = { tenantId, network };
  return (
    <Stack>
      <LimitsPanel {...scope} limits={data.limits.filter((limit) => limit.network === network)} />
      <FeesPanel {...scope} fees={data.fees.filter((fee) => fee.network === network)} />
      <EffectivePanel {...scope} />
    </Stack>
  );
}
