import { Alert, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { plainWords } from "../../kit/plain-words.ts";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { Timeline } from "../../kit/timeline.tsx";
import { paymentTypeLabel } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { paymentSteps } from "./payment-steps.ts";
import { directionWords } from "./payment-words.ts";

type Shown = ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/payments/{payment_id}">;

/** A payment with its result and bank details. */
export function PaymentPage() {
  const { params } = useWorkspace();
  const link = useWorkspaceLink();
  const paymentId = usePageParam("paymentId");
  const { data, error, refetch } = useQuery({
    queryKey: ["payment", params, paymentId],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/payments/{payment_id}", {
        params: { path: { ...params, payment_id: paymentId } },
        signal,
      }),
    ...useLive(),
  });
  return (
    <Page
      title="Payment"
      description={<CopyId id={paymentId} of="payment" full />}
      back={<PageLink to={link("payments")}>Payments</PageLink>}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined ? error === null ? <SkeletonLines count={8} /> : null : <Whole shown={data} />}
    </Page>
  );
}

function Whole({ shown }: { readonly shown: Shown }) {
  return (
    <Stack>
      {shown.is_held ? (
        <Alert color="yellow" title="Payment held" icon={<CircleAlert size={18} aria-hidden />}>
          The operator must review it before the funds can be used.
        </Alert>
      ) : null}
      <Section title="Details">
        <Facts items={factsOf(shown)} />
      </Section>
      <Section title="Result">
        <Consequences shown={shown} />
      </Section>
      <Section title="Bank details">
        <Facts items={bankFactsOf(shown)} />
      </Section>
    </Stack>
  );
}

function factsOf({ payment, account, address_id: addressId }: Shown) {
  return [
    ["Status", <StatusBadge key="status" status={payment.status} />],
    ["Amount", <Amount key="amount" inline value={payment.amount.value} asset={payment.amount.currency} />],
    ["Type", `${directionWords[payment.direction]} · ${paymentTypeLabel(payment.type)}`],
    ["Account", account.name ?? account.id],
    ["Bank account", addressId === null ? undefined : <CopyId key="address" id={addressId} of="address" />],
    ["Created", <When key="created" at={payment.inserted_at} />],
    ["Updated", <When key="updated" at={payment.updated_at} />],
  ] as const;
}

function Consequences({ shown }: { readonly shown: Shown }) {
  const link = useWorkspaceLink();
  const { transfer, automation, return_id: returnId, returns } = shown;
  return (
    <Stack gap="md">
      <Facts
        items={[
          [
            "Transfer",
            transfer === null ? undefined : (
              <>
                <PageLink to={link("transfers", transfer.id)}>{transfer.id}</PageLink>{" "}
                <StatusBadge status={transfer.status} />
              </>
            ),
          ],
          [
            "Automation",
            automation === null ? undefined : (
              <>
                <PageLink to={link("automations", automation.account_id, automation.id)}>
                  {automation.name}
                </PageLink>{" "}
                <StatusBadge status={automation.status} />
              </>
            ),
          ],
          [
            "Returned by",
            returnId === null ? undefined : (
              <PageLink key="return" to={link("payments", returnId)}>
                {returnId}
              </PageLink>
            ),
          ],
          [
            "Return of",
            returns === null ? undefined : (
              <PageLink key="returns" to={link("payments", returns)}>
                {returns}
              </PageLink>
            ),
          ],
        ]}
      />
      <Timeline entries={paymentSteps(shown)} />
    </Stack>
  );
}

function bankFactsOf({ payment: { details } }: Shown) {
  return [
    ["Received", details.received_at === null ? undefined : <When key="received" at={details.received_at} />],
    ["Sender", details.sender_name],
    ["Sender bank", details.sender_bank_name],
    ["Routing number", details.sender_bank_routing_number],
    ["Reference", details.payment_reference],
    ["IMAD", details.imad],
    ["Trace number", details.trace_number],
    ["Reason", details.reason === null ? undefined : reasonWords(details.reason)],
    ["Bank response", details.received_at === null && details.reason === null ? "None yet" : undefined],
  ] as const;
}

/** The bank's reason, or why the payment is held. */
function reasonWords(reason: NonNullable<Shown["payment"]["details"]["reason"]>): string {
  return typeof reason === "string" ? plainWords(reason) : `${reason.code}: ${reason.text}`;
}
