import { Button, Group, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { validationIssueAt } from "../../../api/api-error.ts";
import { ApiFold } from "../../../kit/api-fold.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { useSubmission } from "../use-submission.ts";
import { EventTypeSelect } from "./event-type-select.tsx";

export interface WebhookInput {
  readonly url: string;
  readonly events: string[];
  readonly description: string | null;
}

interface WebhookFormProps {
  readonly initial: WebhookInput;
  readonly submitLabel: string;
  /** Before the fields. */
  readonly children?: ReactNode;
  /** Path of the public API that creates it; none for a change. */
  readonly api?: string;
  readonly onSubmit: (webhook: WebhookInput) => Promise<unknown>;
  readonly onCancel?: () => void;
}

const maxUrlLength = 2048;
const maxDescriptionLength = 200;

/** Endpoint URL, event types and description of a subscription. */
export function WebhookForm({ initial, submitLabel, children, api, onSubmit, onCancel }: WebhookFormProps) {
  const [url, setUrl] = useState(initial.url);
  const [description, setDescription] = useState(initial.description ?? "");
  const [events, setEvents] = useState<readonly string[]>(initial.events);
  const { isBusy, error, submit } = useSubmission(() =>
    onSubmit({ url, events: [...events], description: description.trim() || null }),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        <TextInput
          label="Endpoint URL"
          description="Must be HTTPS and publicly reachable, unless the operator allows other endpoints."
          placeholder="https://example.com/florin"
          type="url"
          required
          maxLength={maxUrlLength}
          error={validationIssueAt(error, "/url")}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <EventTypeSelect value={events} onChange={setEvents} />
        <TextInput
          label="Description"
          description="For your reference only."
          maxLength={maxDescriptionLength}
          error={validationIssueAt(error, "/description")}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {api === undefined ? null : (
          <ApiFold
            request={{
              method: "POST",
              path: api,
              body: { url, events, ...(description.trim() === "" ? {} : { description }) },
              idempotent: true,
            }}
          />
        )}
        {error === undefined ? null : <ErrorNotice error={error} />}
        <Group gap="xs">
          <Button type="submit" loading={isBusy} disabled={events.length === 0}>
            {submitLabel}
          </Button>
          {onCancel === undefined ? null : (
            <Button variant="default" onClick={onCancel} disabled={isBusy}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
