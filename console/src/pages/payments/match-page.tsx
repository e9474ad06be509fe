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

/** One held payment beside those that it may be for. */
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
      {data === undefined ? error === null ? <SkeletonLines count={10} /> : null : <Desk shown={data} />}
    </Page>
  );
}

function Desk({ shown }: { readonly shown: ShownHeld }) {
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

/** What a person should know before anything else. */
function Situation({ payment }: { readonly payment: HeldPayment }) {
  const { hold, return_id: returnId } = payment;
  if (hold === null) return <Decided payment={payment} />;
  if (returnId !== null) {
    return (
      <Alert color="blue" title="On its way back" icon={<Undo2 size={18} aria-hidden />}>
        It goes back to its sender by the payment <CopyId id={returnId} of="payment" />. It stays in suspense
        until that has settled.
      </Alert>
    );
  }
  if (!graveReasons.includes(hold.reason)) return null;
  return (
    <Alert color="red" title="Compliance first" icon={<CircleAlert size={18} aria-hidden />}>
      {hold.reason === "listed_sender"
        ? `The sender's name is near the sanctions list (${entryWords(hold.hits)}). Whoever matches this money lets it pass.`
        : "No name could be compared with the sanctions list. Find out who sent it before anybody gets it."}
    </Alert>
  );
}

function Decided({ payment }: { readonly payment: HeldPayment }) {
  const { owner, status } = payment;
  const path = ownerPath(payment);
  return (
    <Alert color="green" title="Nothing is to be decided" icon={<CircleCheck size={18} aria-hidden />}>
      {status === "returned" ? (
        "The money has gone back to its sender."
      ) : (
        <>
          The money was taken by{" "}
          {path === undefined ? (owner ?? "nobody") : <PageLink to={path}>{owner}</PageLink>}.
        </>
      )}
    </Alert>
  );
}

/** Where the page of whoever took the money is. */
function ownerPath({ owner, tenant, account, network }: HeldPayment): string | undefined {
  const [name, id] = (owner ?? "").split("/");
  if (tenant === null || account === null || id === undefined) return undefined;
  if (name === "transfers") return workspacePath(tenant.id, network, name, id);
  return name === "automations" ? workspacePath(tenant.id, network, name, account.id, id) : undefined;
}
