import { Alert, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { get } from "../../api/client.ts";
import { ApiFold } from "../../kit/api-fold.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { MaybeLink } from "../../kit/maybe-link.tsx";
import { MoneyPage } from "../../kit/money-page.tsx";
import { moneyWords } from "../../kit/money-words.ts";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { plainWords } from "../../kit/plain-words.ts";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { Timeline } from "../../kit/timeline.tsx";
import { paymentTypeLabel, placeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { SimulateBank } from "../developers/sandbox/simulate-bank.tsx";
import {
  paymentParties,
  paymentProgress,
  paymentSteps,
  type ShownPayment as Shown,
} from "./payment-steps.ts";
import { directionWords } from "./payment-words.ts";

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
  const back = <PageLink to={link("payments")}>Payments</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Payment" back={back}>
        {error === null ? <SkeletonLines count={8} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  return <LoadedPayment shown={data} back={back} />;
}

function LoadedPayment({ shown, back }: { readonly shown: Shown; readonly back: ReactNode }) {
  const link = useWorkspaceLink();
  const { payment } = shown;
  return (
    <MoneyPage
      noun="payment"
      id={payment.id}
      amount={payment.amount}
      status={shown.is_held ? "held" : payment.status}
      reason={payment.details.reason === null ? undefined : reasonWords(payment.details.reason)}
      {...paymentParties(shown, link)}
      back={back}
      steps={paymentProgress(shown)}
      notices={
        shown.is_held ? (
          <Alert color="yellow" title="Payment held" icon={<CircleAlert size={18} aria-hidden />}>
            The operator must review it before the funds can be used.
          </Alert>
        ) : null
      }
      side={
        <Section title="Details">
          <Facts items={factsOf(shown)} />
        </Section>
      }
    >
      <Section title="Related">
        <Related shown={shown} />
      </Section>
      <Section title="Timeline">
        <Timeline entries={paymentSteps(shown)} />
      </Section>
      {shown.transfer === null || shown.bank === null ? null : (
        <SimulateBank
          accountId={shown.account.id}
          transferId={shown.transfer.id}
          isAch={payment.type.includes("ach")}
        />
      )}
      <ApiFold request={{ path: `/accounts/${shown.account.id}/payments/${payment.id}` }} />
    </MoneyPage>
  );
}

function factsOf(shown: Shown) {
  const { payment } = shown;
  return [
    ["Type", `${directionWords[payment.direction]} · ${paymentTypeLabel(payment.type)}`],
    ...bankFactsOf(shown),
    ["Created", <When key="created" at={payment.inserted_at} />],
    ["Updated", <When key="updated" at={payment.updated_at} />],
  ] as const;
}

function TransferLink({ transfer }: { readonly transfer: NonNullable<Shown["transfer"]> }) {
  const link = useWorkspaceLink();
  const { id, amount, source, destination, status } = transfer;
  return (
    <Group gap="xs">
      <PageLink to={link("transfers", id)}>
        {moneyWords(amount.value, amount.currency)}: {placeWords(source)} to {placeWords(destination)}
      </PageLink>
      <StatusBadge status={status} />
    </Group>
  );
}

/** What the payment led to, and what it comes from. */
function Related({ shown }: { readonly shown: Shown }) {
  const link = useWorkspaceLink();
  const mayReadFiles = useCan("rails.read");
  const { transfer, automation, bank, return_id: returnId, returns } = shown;
  const file = bank?.file ?? null;
  const items = [
    ["Transfer", transfer === null ? undefined : <TransferLink key="transfer" transfer={transfer} />],
    [
      "Automation",
      automation === null ? undefined : (
        <Group key="automation" gap="xs">
          <PageLink to={link("automations", automation.account_id, automation.id)}>
            {automation.name}
          </PageLink>
          <StatusBadge status={automation.status} />
        </Group>
      ),
    ],
    [
      "Bank file",
      file === null ? undefined : (
        <MaybeLink key="file" to={mayReadFiles ? `/ops/bank-files/${file.id}` : undefined}>
          {file.name}
        </MaybeLink>
      ),
    ],
    [
      "Returned by",
      returnId === null ? undefined : (
        <PageLink key="return" to={link("payments", returnId)}>
          Return payment
        </PageLink>
      ),
    ],
    [
      "Return of",
      returns === null ? undefined : (
        <PageLink key="returns" to={link("payments", returns)}>
          Returned payment
        </PageLink>
      ),
    ],
    [
      "Ledger",
      <PageLink
        key="ledger"
        to={`${link("ledger", "records")}?key=${encodeURIComponent(`payment/${shown.payment.id}/`)}`}
      >
        Ledger records
      </PageLink>,
    ],
  ] as const;
  return <Facts items={items} />;
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
    ["Bank response", details.received_at === null && details.reason === null ? "None yet" : undefined],
  ] as const;
}

/** The bank's reason, or why the payment is held. */
function reasonWords(reason: NonNullable<Shown["payment"]["details"]["reason"]>): string {
  return typeof reason === "string" ? plainWords(reason) : `${reason.code} ${reason.text}`;
}
