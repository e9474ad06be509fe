import { Button, Group, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { complaintAt } from "../../../api/api-error.ts";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { useSubmission } from "../use-submission.ts";
import { EventTypeSelect } from "./event-type-select.tsx";

export interface WebhookWish {
  readonly url: string;
  readonly events: string[];
  readonly description: string | null;
}

interface WebhookFormProps {
  readonly initial: WebhookWish;
  readonly submitLabel: string;
  /** Before the fields. */
  readonly children?: ReactNode;
  readonly onSubmit: (wish: WebhookWish) => Promise<unknown>;
  readonly onCancel?: () => void;
}

const maxUrlLength = 2048;
const maxDescriptionLength = 200;

/** Where events go, which, and what the subscription is called. */
export function WebhookForm({ initial, submitLabel, children, onSubmit, onCancel }: WebhookFormProps) {
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
          label="Address"
          description="HTTPS, and reachable from the internet unless the operator allows others."
          placeholder="https://example.com/florin"
          type="url"
          required
          maxLength={maxUrlLength}
          error={complaintAt(error, "/url")}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <EventTypeSelect value={events} onChange={setEvents} />
        <TextInput
          label="Description"
          description="What you call it. For you alone."
          maxLength={maxDescriptionLength}
          error={complaintAt(error, "/description")}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
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
