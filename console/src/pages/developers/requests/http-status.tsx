import { Group, Text } from "@mantine/core";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import type { ApiRequest } from "./request-queries.ts";

/** HTTP status, and the error code if there is one. */
export function HttpStatus({ request }: { readonly request: Pick<ApiRequest, "status" | "error_code"> }) {
  const { status, error_code } = request;
  return (
    <Group gap="xs">
      <StatusBadge status={String(status)} tone={status < 400 ? "good" : status < 500 ? "waiting" : "bad"} />
      {error_code === null ? null : (
        <Text size="sm" component="span" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {error_code}
        </Text>
      )}
    </Group>
  );
}
