import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { JsonView } from "../../../kit/json-view.tsx";
import { Section } from "../../../kit/section.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { accessQuery } from "../access-query.ts";
import type { ShownRequest } from "./request-queries.ts";

/** Query, request body and response body as they are stored: redacted. */
export function Bodies({ request }: { readonly request: ShownRequest }) {
  const { query, request_body, response_body, has_details } = request;
  if (!has_details) return <NotStored />;
  return (
    <>
      <BodySection title="Query" value={query} />
      <BodySection title="Request body" value={request_body} />
      <BodySection title="Response body" value={response_body} />
    </>
  );
}

function BodySection({ title, value }: { readonly title: string; readonly value: unknown }) {
  if (value === null) return null;
  return (
    <Section title={title} description={isRedacted(value) ? redactedWords : undefined}>
      <JsonView value={value} label={`${title} as JSON`} />
    </Section>
  );
}

const redactedWords = "Names, bank details, secrets and free text were redacted before they were stored.";

function isRedacted(value: unknown): boolean {
  return JSON.stringify(value).includes('"[redacted]"');
}

function NotStored() {
  const { data: access } = useQuery(accessQuery(useWorkspace()));
  return (
    <Section title="Bodies">
      <Text size="sm">
        {access?.stores_bodies === false
          ? "This instance does not store bodies."
          : "Nothing was stored: the request had no query or body, or too many requests were made at once."}
      </Text>
    </Section>
  );
}
