import { Group, Text } from "@mantine/core";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import { When } from "../../../kit/when.tsx";

interface WebhookHealthProps {
  readonly status: string;
  readonly disabledReason: string | null;
  readonly failingSince: string | null;
  /** Share of successful attempts in the page's period, if there were any. */
  readonly successPercent?: string | undefined;
}

/** Delivery health of a webhook, with the reason or start of a failure. */
export function WebhookHealth({ status, disabledReason, failingSince, successPercent }: WebhookHealthProps) {
  const rate = successPercent === undefined ? null : <Text size="sm">{successPercent} % delivered</Text>;
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
  if (failingSince === null) {
    return (
      <Group gap="xs">
        <StatusBadge status="active" />
        {rate}
      </Group>
    );
  }
  return (
    <Group gap="xs">
      <StatusBadge status="failing" tone="bad" />
      <Text size="sm" component="span">
        started <When at={failingSince} />
      </Text>
      {rate}
    </Group>
  );
}

const reasons: Readonly<Record<string, string>> = {
  requested: "Disabled manually.",
  gone: "The endpoint responded with 410 Gone.",
  failing: "Deliveries failed for five days.",
};
