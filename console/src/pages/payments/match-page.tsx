import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { get } from "../../api/client.ts";
import { CopyButton } from "../../kit/copy-button.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { MoneyPage } from "../../kit/money-page.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { paymentTypeLabel } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { workspacePath } from "../../workspace/workspace-path.ts";
import { entryWords } from "../held/held-words.ts";
import { WorkPanel } from "../work/work-panel.tsx";
import { CandidatePanel } from "./candidate-panel.tsx";
import type { HeldPayment, ShownHeld } from "./held-payment.ts";
import { HeldPaymentPanel, ReturnButton } from "./held-payment-panel.tsx";
import { MatchRequestNotice } from "./match-request-notice.tsx";
import { graveReasons, holdWords, ownerKind } from "./payment-words.ts";
import { suspenseSteps } from "./suspense-steps.ts";

/** A held payment next to its match candidates. */
export function MatchPage() {
  const paymentId = usePageParam("paymentId");
  const { data, error, refetch } = useQuery({
    queryKey: ["suspense", paymentId],
    queryFn: ({ signal }) =>
      get("/console/api/suspense/{payment_id}", { params: { path: { payment_id: paymentId } }, signal }),
    ...useLive(),
  });
  const back = <PageLink to="/ops/suspense">Suspense</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Held payment" back={back}>
        {error === null ? <SkeletonLines count={10} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  return <LoadedPayment shown={data} back={back} />;
}

function LoadedPayment({ shown, back }: { readonly shown: ShownHeld; readonly back: ReactNode }) {
  const { payment } = shown;
  const { hold, network, tenant, account } = payment;
  const recipient = account ?? tenant;
  return (
    <MoneyPage
      noun="payment"
      id={payment.id}
      amount={payment.amount}
      status={hold === null ? payment.status : "held"}
      reason={hold === null ? undefined : holdWords[hold.reason][0].toLowerCase()}
      from={{ name: payment.sender.name ?? "Unnamed sender", detail: payment.sender.bank_name ?? undefined }}
      to={{
        name: recipient === null ? "Unassigned" : (recipient.name ?? recipient.id),
        detail: sentTo(payment),
      }}
      back={back}
      network={network}
      actions={<ReturnButton shown={shown} />}
      steps={suspenseSteps(payment)}
      notices={
        <>
          <Situation payment={payment} />
          <MatchRequestNotice payment={payment} />
        </>
      }
      side={<HeldPaymentPanel payment={payment} />}
    >
      <CandidatePanel shown={shown} />
      <WorkPanel kind="suspense" id={payment.id} />
    </MoneyPage>
  );
}

function sentTo({ sent_to: number, type }: HeldPayment): string {
  const rail = paymentTypeLabel(type);
  return number === null ? rail : `${rail} to ${number}`;
}

/** Notice at the top: resolved, return in progress, or compliance warning. */
function Situation({ payment }: { readonly payment: HeldPayment }) {
  const { hold, return_id: returnId } = payment;
  if (hold === null) return <Decided payment={payment} />;
  if (returnId !== null) {
    return (
      <Alert color="blue" title="Return in progress" icon={<Undo2 size={18} aria-hidden />}>
        A return payment <CopyButton value={returnId} label="Copy ID of the return payment" /> returns it to
        the sender. It stays in suspense until the return settles.
      </Alert>
    );
  }
  if (!graveReasons.includes(hold.reason)) return null;
  return (
    <Alert color="red" title="Compliance review required" icon={<CircleAlert size={18} aria-hidden />}>
      {hold.reason === "sanctioned_sender"
        ? `Sanctions match: the sender's name is similar to a list entry (${entryWords(hold.hits)}). Matching this payment releases it.`
        : "The sender's name could not be screened. Identify the sender before you match this payment."}
    </Alert>
  );
}

function Decided({ payment }: { readonly payment: HeldPayment }) {
  const { owner, status } = payment;
  const path = ownerPath(payment);
  return (
    <Alert color="green" title="No action needed" icon={<CircleCheck size={18} aria-hidden />}>
      {status === "returned" ? (
        "The payment was returned to the sender."
      ) : (
        <>
          The payment was matched to{" "}
          {path === undefined ? ownerKind(owner) : <PageLink to={path}>{ownerKind(owner)}</PageLink>}.
        </>
      )}
    </Alert>
  );
}

/** Page of the transfer or automation that received the payment. */
function ownerPath({ owner, tenant, account, network }: HeldPayment): string | undefined {
  const [name, id] = (owner ?? "").split("/");
  if (tenant === null || account === null || id === undefined) return undefined;
  if (name === "transfers") return workspacePath(tenant.id, network, name, id);
  return name === "automations" ? workspacePath(tenant.id, network, name, account.id, id) : undefined;
}
