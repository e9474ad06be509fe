import { Alert, Button, Group, List, Text } from "@mantine/core";
import { CircleAlert, Hourglass } from "lucide-react";
import { ApiError, approvalPageOf, isCanceled } from "../api/client.ts";
import { CopyButton } from "./copy-button.tsx";
import { errorWords, fieldWords } from "./field-words.ts";
import { PageLink } from "./page-link.tsx";

interface ErrorNoticeProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => unknown;
}

/** The error message of the service, with the request id for finding it in the log. */
export function ErrorNotice({ error, title = "Something went wrong", onRetry }: ErrorNoticeProps) {
  if (error === undefined || error === null || isCanceled(error)) return null;
  const approvalPage = approvalPageOf(error);
  if (approvalPage !== undefined) return <WaitingNotice page={approvalPage} />;
  const { detail, requestId, errors } = withoutEcho(factsOf(error));
  return (
    <Alert color="red" title={title} icon={<CircleAlert size={18} aria-hidden />} role="alert">
      <Text size="sm">{errorWords(detail)}</Text>
      {errors.length === 0 ? null : (
        <List size="sm" mt={4}>
          {errors.map((each) => (
            <List.Item key={`${each.pointer} ${each.detail}`}>
              {fieldWords(each.pointer)}: {each.detail}
            </List.Item>
          ))}
        </List>
      )}
      <Group gap="xs" mt={4}>
        {requestId === undefined ? null : (
          <Group gap={2} wrap="nowrap">
            <Text size="xs" c="dimmed">
              Request <code>{requestId}</code>
            </Text>
            <CopyButton value={requestId} label="Copy request ID" />
          </Group>
        )}
        {onRetry === undefined || isGone(error) ? null : (
          <Button size="compact-xs" variant="default" onClick={() => void onRetry()}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** What does not exist is not found at the second try either. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function WaitingNotice({ page }: { readonly page: string }) {
  return (
    <Alert color="blue" title="Sent for approval" icon={<Hourglass size={18} aria-hidden />} role="status">
      <Text size="sm">
        Another user must approve it before it takes effect. <PageLink to={page}>Open the approval</PageLink>
      </Text>
    </Alert>
  );
}

type Facts = Pick<ApiError, "detail" | "requestId" | "errors">;

/** Drops a single field error that only repeats the detail. */
function withoutEcho(facts: Facts): Facts {
  const [only, ...rest] = facts.errors;
  const isEcho = only !== undefined && rest.length === 0 && facts.detail.includes(only.detail);
  return isEcho ? { ...facts, errors: [] } : facts;
}

function factsOf(error: unknown): Facts {
  if (error instanceof ApiError) return error;
  const detail = error instanceof Error ? error.message : "An unexpected error occurred.";
  return { detail, requestId: undefined, errors: [] };
}
