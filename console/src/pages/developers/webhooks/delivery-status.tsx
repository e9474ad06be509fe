import { Group, Text } from "@mantine/core";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import { When } from "../../../kit/when.tsx";
import type { Delivery } from "./webhook-queries.ts";

/** Status of an attempt, and the time of the next one. */
export function DeliveryStatus({
  delivery,
}: {
  readonly delivery: Pick<Delivery, "status" | "next_attempt_at">;
}) {
  const { status, next_attempt_at } = delivery;
  return (
    <Group gap="xs">
      <StatusBadge status={status} />
      {next_attempt_at === null ? null : (
        <Text size="xs" c="dimmed" component="span">
          {status === "pending" ? "due" : "next attempt due"} <When at={next_attempt_at} />
        </Text>
      )}
    </Group>
  );
}
