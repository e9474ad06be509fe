import { Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Redo2 } from "lucide-react";
import { send } from "../../../api/client.ts";
import { ActionButton } from "../../../kit/action-button.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { Page } from "../../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { Timeline } from "../../../kit/timeline.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { useLive } from "../../../kit/use-live.ts";
import { usePageParam } from "../../../kit/use-page-param.ts";
import { When } from "../../../kit/when.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { RequestSection, ResponseSection } from "./delivery-exchange.tsx";
import { DeliveryStatus } from "./delivery-status.tsx";
import { SignatureSection } from "./signature-section.tsx";
import {
  attemptsQuery,
  deliveryQuery,
  type SubscriptionPlace,
  type WholeDelivery,
} from "./webhook-queries.ts";

/** One delivery attempt: request, response, and the other attempts for the same event. */
export function DeliveryPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const place = { accountId: usePageParam("accountId"), subscriptionId: usePageParam("subscriptionId") };
  const deliveryId = usePageParam("deliveryId");
  const { data, error, refetch } = useQuery({
    ...deliveryQuery(workspace, { accountId: place.accountId, deliveryId }),
    ...useLive(),
  });
  const back = <PageLink to={link("webhooks", place.accountId, place.subscriptionId)}>Webhook</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Delivery" back={back}>
        {error === null ? <Skeleton h={320} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  return (
    <Page
      title={data.event_type}
      description="Webhook delivery attempt."
      back={back}
      actions={<ResendButton place={place} eventId={data.event_id} isTest={data.reason === "test"} />}
    >
      <Outcome delivery={data} accountId={place.accountId} />
      <RequestSection delivery={data} />
      <SignatureSection delivery={data} />
      <ResponseSection delivery={data} />
      <AttemptsSection place={place} delivery={data} />
    </Page>
  );
}

const resendPath =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/events/{event_id}/resend";

interface ResendButtonProps {
  readonly place: SubscriptionPlace;
  readonly eventId: string;
  readonly isTest: boolean;
}

function ResendButton({ place, eventId, isTest }: ResendButtonProps) {
  const { params, can } = useWorkspace();
  const queryClient = useQueryClient();
  if (isTest) return null;
  const resend = async () => {
    await send("post", resendPath, {
      params: { path: { ...params, account_id: place.accountId, event_id: eventId } },
      body: { subscription_id: place.subscriptionId },
      idempotent: true,
    });
    toastSuccess("Event queued for resending.");
    await queryClient.invalidateQueries({ queryKey: ["deliveries"] });
  };
  return (
    <ActionButton
      leftSection={<Redo2 size={16} aria-hidden />}
      onAct={resend}
      disabled={!can("webhooks:write")}
      title={can("webhooks:write") ? undefined : "Your role can't resend events"}
    >
      Resend
    </ActionButton>
  );
}

interface DeliveryProps {
  readonly delivery: WholeDelivery;
}

function Outcome({ delivery, accountId }: DeliveryProps & { readonly accountId: string }) {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  const { event_id, reason } = delivery;
  const hasEvent = reason !== "test" && can("events:read");
  return (
    <Section title="Result">
      <Facts
        items={[
          ["Status", <DeliveryStatus key="status" delivery={delivery} />],
          ["Attempt", delivery.attempt_number],
          ["Reason", reasons[reason]],
          ["Created", <When key="when" at={delivery.inserted_at} />],
          ["Duration", delivery.duration_ms === null ? null : `${delivery.duration_ms} ms`],
          [
            "Event",
            <CopyId
              key="event"
              id={event_id}
              of="event"
              full
              to={hasEvent ? link("events", accountId, event_id) : undefined}
            />,
          ],
          ["Delivery", <CopyId key="id" id={delivery.id} of="delivery" full />],
        ]}
      />
    </Section>
  );
}

const reasons: Readonly<Record<WholeDelivery["reason"], string>> = {
  event: "Event",
  resend: "Manual resend",
  replay: "Replay of a time range",
  test: "Test event",
};

function AttemptsSection({ place, delivery }: DeliveryProps & { readonly place: SubscriptionPlace }) {
  const link = useWorkspaceLink();
  const { data } = useQuery({ ...attemptsQuery(useWorkspace(), place, delivery.event_id), ...useLive() });
  const attempts = data?.deliveries ?? [];
  return (
    <Section title="All attempts for this event">
      <Timeline
        entries={attempts.toReversed().map((attempt) => ({
          title: (
            <PageLink to={link("webhooks", place.accountId, place.subscriptionId, "deliveries", attempt.id)}>
              Attempt {attempt.attempt_number}
              {attempt.reason === "event" ? "" : ` (${attempt.reason})`}
            </PageLink>
          ),
          at: attempt.inserted_at,
          body: <DeliveryStatus delivery={attempt} />,
        }))}
      />
    </Section>
  );
}
