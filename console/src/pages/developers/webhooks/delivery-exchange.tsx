import { Box, Code, Stack, Text, Title } from "@mantine/core";
import { Curl } from "../../../kit/curl.tsx";
import { exactCurlLine } from "../../../kit/curl-line.ts";
import { Facts } from "../../../kit/facts.tsx";
import { JsonView } from "../../../kit/json-view.tsx";
import { Section } from "../../../kit/section.tsx";
import type { WholeDelivery } from "./webhook-queries.ts";

interface DeliveryProps {
  readonly delivery: WholeDelivery;
}

/** What was sent: URL, headers and body, and the same as a curl command. */
export function RequestSection({ delivery }: DeliveryProps) {
  const { request_url: url, request_headers: headers, request_body: body } = delivery;
  return (
    <Section
      title="Request"
      description={
        <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          POST {url}
        </Text>
      }
    >
      <Stack gap="md">
        <Headers headers={headers} />
        <JsonView value={parsed(body)} label="Request body" />
        {headers === null ? null : (
          <Box>
            <Curl request={exactCurlLine({ url, headers, body })} label="Replay with curl" />
            <Text size="xs" c="dimmed" mt={4}>
              The same bytes and the same signature. Endpoints reject it once its timestamp is too old; Resend
              signs again.
            </Text>
          </Box>
        )}
      </Stack>
    </Section>
  );
}

export function ResponseSection({ delivery }: DeliveryProps) {
  const { status, status_code, failure_message, response_body_excerpt, response_headers } = delivery;
  if (status === "pending") return null;
  return (
    <Section
      title="Response"
      description="Stored: the beginning of the body, and headers without cookies and credentials."
    >
      <Stack gap="md">
        <Facts
          items={[
            ["HTTP status", status_code ?? "No response"],
            ["Error", failure_message],
          ]}
        />
        <Headers headers={response_headers} />
        <Excerpt text={response_body_excerpt ?? ""} />
      </Stack>
    </Section>
  );
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> | null }) {
  if (headers === null || Object.keys(headers).length === 0) return null;
  return (
    <Box>
      <Title order={3} size="h6" mb={4}>
        Headers
      </Title>
      <Facts
        items={Object.entries(headers).map(([name, value]) => [
          name,
          <Text key={name} component="span" size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
            {value}
          </Text>,
        ])}
      />
    </Box>
  );
}

function Excerpt({ text }: { readonly text: string }) {
  if (text === "") return null;
  const value = parsed(text);
  return typeof value === "string" ? (
    <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {value}
    </Code>
  ) : (
    <JsonView value={value} label="Response body excerpt" />
  );
}

/** Parsed JSON, or the text itself if it isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
