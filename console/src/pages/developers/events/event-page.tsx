import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AccountLink } from "../../../kit/account-link.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { JsonView } from "../../../kit/json-view.tsx";
import { Page } from "../../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { usePageParam } from "../../../kit/use-page-param.ts";
import { When } from "../../../kit/when.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { ObjectLink } from "../object-link.tsx";
import { objectOfEvent } from "../object-page.ts";
import { eventQuery } from "./event-queries.ts";

/** One event, at a shareable URL. */
export function EventPage() {
  const link = useWorkspaceLink();
  const eventRef = { accountId: usePageParam("accountId"), eventId: usePageParam("eventId") };
  const { data, error, refetch } = useQuery(eventQuery(useWorkspace(), eventRef));
  const back = <PageLink to={link("events")}>Events</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Event" back={back}>
        {error === null ? <Skeleton h={320} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  const object = objectOfEvent(data.type, data.data);
  return (
    <Page title={data.type} description="Event log entry." back={back}>
      <Section title="Overview">
        <Facts
          items={[
            ["Created", <When key="when" at={data.created} exact />],
            ["Object", object === undefined ? undefined : <ObjectLink key="object" object={object} />],
            ["Account", <AccountLink key="account" accountId={data.account_id} />],
            ["Sequence", data.sequence],
            ["ID", <CopyId key="id" id={data.id} of="event" full />],
          ]}
        />
      </Section>
      <Section title="JSON">
        <JsonView value={data} label="Event" />
      </Section>
    </Page>
  );
}
