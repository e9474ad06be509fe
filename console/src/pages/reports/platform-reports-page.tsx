import { Stack } from "@mantine/core";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { DownloadButtons } from "./download-buttons.tsx";

const networks = [
  { network: "mainnet", title: "Reconciliation, mainnet" },
  { network: "testnet", title: "Reconciliation, testnet" },
] as const;

/** Reports about all tenants. */
export function PlatformReportsPage() {
  return (
    <Page
      title="Reports"
      description="About all tenants. Reports of one tenant are in its workspace. Times are in UTC."
    >
      <Stack gap="lg">
        {networks.map(({ network, title }) => (
          <Section
            key={network}
            title={title}
            description="Ledger against bank statements and chains, with open differences and since when they are open."
          >
            <DownloadButtons
              title={title}
              path={`/console/api/reports/${network}/reconciliation`}
              query={{}}
            />
          </Section>
        ))}
      </Stack>
    </Page>
  );
}
