import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AccountLink } from "../../../kit/account-link.tsx";
import { CopyButton } from "../../../kit/copy-button.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { Page } from "../../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { usePageParam } from "../../../kit/use-page-param.ts";
import { When } from "../../../kit/when.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { ObjectLink } from "../object-link.tsx";
import { HttpStatus } from "./http-status.tsx";
import { Bodies } from "./request-bodies.tsx";
import { ErrorSection } from "./request-error.tsx";
import { requestQuery, type ShownRequest } from "./request-queries.ts";

export function RequestPage() {
  const link = useWorkspaceLink();
  const id = usePageParam("loggedRequestId");
  const { data, error, refetch } = useQuery(requestQuery(useWorkspace(), id));
  const back = <PageLink to={link("requests")}>API requests</PageLink>;
  if (data === undefined) {
    return (
      <Page title="API request" back={back}>
        {error === null ? <Skeleton h={240} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  return (
    <Page
      title={`${data.method} ${data.operation}`}
      description="An API request by an application."
      back={back}
    >
      <ErrorSection request={data} />
      <Overview request={data} />
      <Bodies request={data} />
    </Page>
  );
}

function Overview({ request }: { readonly request: ShownRequest }) {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  const { application_id, application_name, request_id } = request;
  const name = application_name ?? application_id;
  return (
    <Section title="Overview">
      <Facts
        items={[
          ["Path", <code key="path">{request.path}</code>],
          ["Status", <HttpStatus key="outcome" request={request} />],
          ["Duration", `${request.duration_ms} ms`],
          ["Time", <When key="when" at={request.at} exact />],
          [
            "Request ID",
            <span key="id">
              <code>{request_id}</code> <CopyButton value={request_id} label="Copy request ID" />
            </span>,
          ],
          ["Operation", <code key="operation">{request.operation}</code>],
          [
            "Idempotency key",
            request.idempotency_key === null ? null : <code key="key">{request.idempotency_key}</code>,
          ],
          [
            "Application",
            can("applications.read") ? (
              <PageLink key="application" to={link("applications", application_id)}>
                {name}
              </PageLink>
            ) : (
              name
            ),
          ],
          ["Account", <AccountLink key="account" accountId={request.account_id} />],
          ["Objects", request.objects.length === 0 ? null : <Objects key="objects" request={request} />],
        ]}
      />
    </Section>
  );
}

/** Objects that the request created or changed. */
function Objects({ request }: { readonly request: ShownRequest }) {
  return (
    <Stack gap={2} align="flex-start">
      {request.objects.map((object) => (
        <ObjectLink key={`${object.type} ${object.id}`} object={object} />
      ))}
    </Stack>
  );
}
