import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { validationIssueAt } from "../../../api/api-error.ts";
import { ApiFold } from "../../../kit/api-fold.tsx";
import { Form } from "../../../kit/form.tsx";
import { maxLengths } from "../../../kit/generated/max-lengths.ts";
import { useAttempt } from "../../../kit/use-attempt.ts";
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

/** Endpoint URL, event types and description of a subscription. */
export function WebhookForm({ initial, submitLabel, children, api, onSubmit, onCancel }: WebhookFormProps) {
  const [url, setUrl] = useState(initial.url);
  const [description, setDescription] = useState(initial.description ?? "");
  const [events, setEvents] = useState<readonly string[]>(initial.events);
  const form = useAttempt();
  return (
    <Form
      form={form}
      label={submitLabel}
      disabled={events.length === 0}
      onSubmit={() => onSubmit({ url, events: [...events], description: description.trim() || null })}
      onCancel={onCancel}
    >
      {children}
      <TextInput
        label="Endpoint URL"
        description="Must be HTTPS and publicly reachable, unless the operator allows other endpoints."
        placeholder="https://example.com/florin"
        type="url"
        required
        maxLength={maxLengths.createWebhookSubscription.url}
        error={validationIssueAt(form.error, "/url")}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <EventTypeSelect value={events} onChange={setEvents} />
      <TextInput
        label="Description"
        description="For your reference only."
        maxLength={maxLengths.createWebhookSubscription.description}
        error={validationIssueAt(form.error, "/description")}
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
    </Form>
  );
}
