import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { usePageParam } from "../../kit/use-page-param.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { MagicHint } from "../developers/sandbox/magic-hint.tsx";
import type { MovementKind } from "./movement.ts";
import { MovementForm } from "./movement-form.tsx";
import { MovementProgress } from "./movement-progress.tsx";
import { movementWords } from "./movement-words.ts";
import { tokenQuery } from "./token-query.ts";

export function MintPage() {
  return <MovementPage kind="mint" />;
}

export function BurnPage() {
  return <MovementPage kind="burn" />;
}

export function TokenTransferPage() {
  return <MovementPage kind="transfer" />;
}

const maxAddresses = 100;

/** Mint, burn or transfer of the workspace's own token: the form, then its progress. */
function MovementPage({ kind }: { readonly kind: MovementKind }) {
  const valueType = usePageParam("valueType");
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [begunId, setBegunId] = useState<string | undefined>();
  const token = useQuery(tokenQuery(workspace, valueType));
  const accountId = token.data?.issuer_account_id ?? workspace.tenantId;
  const addresses = useQuery({
    queryKey: ["addresses-of", workspace.params, accountId],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses", {
        params: {
          path: { ...workspace.params, account_id: accountId },
          query: { "page[size]": maxAddresses },
        },
        signal,
      }),
    enabled: token.data !== undefined,
  });
  const { title, description } = movementWords[kind];
  const error = token.error ?? addresses.error;
  const isReady = token.data !== undefined && addresses.data !== undefined;
  return (
    <Page
      title={`${title} ${valueType}`}
      description={description}
      back={<PageLink to={link("tokens", valueType)}>{valueType}</PageLink>}
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {!isReady && error === null ? <Skeleton height={220} /> : null}
      {isReady && begunId === undefined ? (
        <Section title={title}>
          <MovementForm
            kind={kind}
            token={token.data}
            accountId={accountId}
            addresses={addresses.data.addresses}
            onBegun={setBegunId}
          />
          <MagicHint form="token" />
        </Section>
      ) : null}
      {begunId === undefined ? null : (
        <MovementProgress
          kind={kind}
          accountId={accountId}
          id={begunId}
          valueType={valueType}
          onAgain={() => setBegunId(undefined)}
        />
      )}
    </Page>
  );
}
