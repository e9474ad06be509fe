import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AccountLink } from "../../../kit/account-link.tsx";
import { AddressLink } from "../../../kit/address-link.tsx";
import { ApiFold } from "../../../kit/api-fold.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { Page } from "../../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { useLive } from "../../../kit/use-live.ts";
import { usePageParam } from "../../../kit/use-page-param.ts";
import { When } from "../../../kit/when.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { ObjectRequest } from "../requests/object-request.tsx";
import { useSecret } from "../use-secret.ts";
import { DeliveriesSection } from "./deliveries-section.tsx";
import { DeliveryCharts, useSuccessPercents } from "./delivery-charts.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookHealth } from "./webhook-health.tsx";
import { type Subscription, subscriptionQuery } from "./webhook-queries.ts";
import { WebhookSecret } from "./webhook-secret.tsx";
import { WebhookWarnings } from "./webhook-warnings.tsx";

export function WebhookPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const place = { accountId: usePageParam("accountId"), subscriptionId: usePageParam("subscriptionId") };
  const { data, error, refetch } = useQuery({ ...subscriptionQuery(workspace, place), ...useLive() });
  const [secret, setSecret] = useSecret<string>();
  const back = <PageLink to={link("webhooks")}>Webhooks</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Webhook" back={back}>
        {error === null ? <Skeleton h={240} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  return (
    <Page
      title={data.description ?? hostOf(data.url)}
      description={<Text style={{ overflowWrap: "anywhere" }}>{data.url}</Text>}
      back={back}
      actions={<WebhookActions place={place} subscription={data} onSecret={setSecret} />}
    >
      {secret === undefined ? null : <WebhookSecret secret={secret} />}
      <WebhookWarnings warnings={data.warnings} />
      <Overview accountId={place.accountId} subscription={data} />
      <DeliveriesSection place={place} />
      <DeliveryCharts subscriptionId={place.subscriptionId} />
      <ApiFold request={{ path: `/accounts/${place.accountId}/webhooks/${place.subscriptionId}` }} />
    </Page>
  );
}

interface OverviewProps {
  readonly accountId: string;
  readonly subscription: Subscription;
}

function Overview({ accountId, subscription }: OverviewProps) {
  const { id, events, status, disabled_reason, failing_since, previous_secret_valid_until, address_id } =
    subscription;
  const percents = useSuccessPercents(id);
  return (
    <Section title="Overview">
      <Facts
        items={[
          [
            "Health",
            <WebhookHealth
              key="health"
              status={status}
              disabledReason={disabled_reason}
              failingSince={failing_since}
              successPercent={percents.get(id)}
            />,
          ],
          ["ID", <CopyId key="id" id={id} of="subscription" />],
          ["Account", <AccountLink key="account" accountId={accountId} />],
          [
            "Bank account",
            address_id === null ? null : (
              <AddressLink key="address" accountId={accountId} addressId={address_id} />
            ),
          ],
          ["Events", <code key="events">{events.join(", ")}</code>],
          [
            "Previous secret valid until",
            previous_secret_valid_until === null ? null : (
              <When key="until" at={previous_secret_valid_until} />
            ),
          ],
          ["API request", <ObjectRequest key="request" objectId={id} />],
          ["Created", <When key="created" at={subscription.created_at} />],
          ["Updated", <When key="changed" at={subscription.updated_at} />],
        ]}
      />
    </Section>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
