import { Group, Text } from "@mantine/core";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import { When } from "../../../kit/when.tsx";

interface WebhookHealthProps {
  readonly status: string;
  readonly disabledReason: string | null;
  readonly failingSince: string | null;
}

/** Delivery health of a webhook, with the reason or start of a failure. */
export function WebhookHealth({ status, disabledReason, failingSince }: WebhookHealthProps) {
  if (status === "disabled") {
    return (
      <Group gap="xs">
        <StatusBadge status="disabled" />
        <Text size="sm" component="span">
          {disabledReason === null ? null : reasons[disabledReason]}
        </Text>
      </Group>
    );
  }
  if (status === "archived") return <StatusBadge status="archived" />;
  if (failingSince === null) return <StatusBadge status="active" />;
  return (
    <Group gap="xs">
      <StatusBadge status="failing" tone="bad" />
      <Text size="sm" component="span">
        started <When at={failingSince} />
      </Text>
    </Group>
  );
}

const reasons: Readonly<Record<string, string>> = {
  requested: "Disabled manually.",
  gone: "The endpoint responded with 410 Gone.",
  failing: "Deliveries failed for five days.",
};
