import { Alert, Grid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Undo2 } from "lucide-react";
import { get } from "../../api/client.ts";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { workspacePath } from "../../workspace/workspace-path.ts";
import { entryWords } from "../held/held-words.ts";
import { CandidatePanel } from "./candidate-panel.tsx";
import type { HeldPayment, ShownHeld } from "./held-payment.ts";
import { HeldPaymentPanel } from "./held-payment-panel.tsx";
import { MatchRequestNotice } from "./match-request-notice.tsx";
import { graveReasons } from "./payment-words.ts";

/** A held payment next to its match candidates. */
export function MatchPage() {
  const paymentId = usePageParam("paymentId");
  const { data, error, refetch } = useQuery({
    queryKey: ["suspense", paymentId],
    queryFn: ({ signal }) =>
      get("/console/api/suspense/{payment_id}", { params: { path: { payment_id: paymentId } }, signal }),
    ...useLive(),
  });
  return (
    <Page
      title="Held payment"
      description={<CopyId id={paymentId} of="payment" full />}
      back={<PageLink to="/ops/suspense">Suspense</PageLink>}
      network={data?.payment.network}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined ? (
        error === null ? (
          <SkeletonLines count={10} />
        ) : null
      ) : (
        <MatchPanel shown={data} />
      )}
    </Page>
  );
}

function MatchPanel({ shown }: { readonly shown: ShownHeld }) {
  const { payment } = shown;
  return (
    <Stack>
      <Situation payment={payment} />
      <MatchRequestNotice payment={payment} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <HeldPaymentPanel shown={shown} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <CandidatePanel payment={payment} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** Notice at the top: resolved, return in progress, or compliance warning. */
function Situation({ payment }: { readonly payment: HeldPayment }) {
  const { hold, return_id: returnId } = payment;
  if (hold === null) return <Decided payment={payment} />;
  if (returnId !== null) {
    return (
      <Alert color="blue" title="Return in progress" icon={<Undo2 size={18} aria-hidden />}>
        Payment <CopyId id={returnId} of="payment" /> returns it to the sender. It stays in suspense until the
        return settles.
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
          {path === undefined ? (owner ?? "no owner") : <PageLink to={path}>{owner}</PageLink>}.
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
