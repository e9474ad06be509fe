import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { DeploymentsSection } from "./deployments-section.tsx";
import { OwnFreezes } from "./own-freezes.tsx";
import { ReservesSection } from "./reserves-section.tsx";
import { SupplyHistory } from "./supply-history.tsx";
import { kindWords, type Token } from "./token.ts";
import { tokenQuery } from "./token-query.ts";
import { TokenReconciliation } from "./token-reconciliation.tsx";
import { TokenTransactions } from "./token-transactions.tsx";

/** Details of a token: deployments, supply, reserves, reconciliation and freezes. */
export function TokenPage() {
  const valueType = usePageParam("valueType");
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const { data, error, refetch } = useQuery({ ...tokenQuery(workspace, valueType), ...useLive() });
  return (
    <Page
      title={valueType}
      description={data?.name}
      back={<PageLink to={link("tokens")}>Tokens</PageLink>}
      actions={data === undefined ? undefined : <MovementButtons token={data} />}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={240} /> : null}
      {data === undefined ? null : <TokenBody token={data} />}
    </Page>
  );
}

function TokenBody({ token }: { readonly token: Token }) {
  const { can } = useWorkspace();
  const hasSupply = token.kind !== "third_party";
  const issuer = token.issuer_account_id;
  return (
    <>
      <Section title="Details">
        <Facts
          items={[
            ["Status", <StatusBadge key="status" status={token.status} />],
            ["Kind", kindWords[token.kind]],
            ["Peg", `1 ${token.currency}`],
            ["Decimals", token.decimals],
            ["ID", <CopyId key="id" id={token.id} of="token" />],
            ["Created", <When key="created" at={token.created_at} />],
          ]}
        />
      </Section>
      <DeploymentsSection token={token} />
      {hasSupply ? <SupplyHistory valueType={token.value_type} /> : null}
      <ReservesSection valueType={token.value_type} />
      <TokenReconciliation valueType={token.value_type} />
      {issuer !== null && token.kind === "attested" && can("self_attested_tokens:read") ? (
        <TokenTransactions valueType={token.value_type} accountId={issuer} />
      ) : null}
      {issuer === null ? null : <OwnFreezes valueType={token.value_type} />}
    </>
  );
}

/** Only the issuer of an attested token mints, burns and transfers it here. */
function MovementButtons({ token }: { readonly token: Token }) {
  const { can, selfAttested } = useWorkspace();
  const link = useWorkspaceLink();
  const isOwn = token.kind === "attested" && token.issuer_account_id !== null && selfAttested;
  if (!isOwn) return null;
  const to = (verb: string): string => link("tokens", token.value_type, verb);
  return (
    <>
      {can("self_attested_tokens:mint") ? (
        <Button component={ConsoleLink} to={to("mint")}>
          Mint
        </Button>
      ) : null}
      {can("self_attested_tokens:transfer") ? (
        <Button component={ConsoleLink} to={to("transfer")} variant="default">
          Transfer
        </Button>
      ) : null}
      {can("self_attested_tokens:burn") ? (
        <Button component={ConsoleLink} to={to("burn")} variant="default">
          Burn
        </Button>
      ) : null}
    </>
  );
}
