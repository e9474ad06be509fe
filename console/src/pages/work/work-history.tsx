import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";

const shownEntries = 10;

/** The latest entries of the audit log about an item. */
export function WorkHistory({ id }: { readonly id: string }) {
  const mayRead = useCan("platform_audit.read");
  const { data } = useQuery({
    queryKey: ["work", "history", id],
    queryFn: ({ signal }) =>
      get("/console/api/audit", {
        params: { query: { subject_id: id, "page[size]": shownEntries } },
        signal,
      }),
    enabled: mayRead,
  });
  if (data === undefined || data.entries.length === 0) return null;
  return (
    <details>
      <summary>
        <Text size="sm" component="span">
          History
        </Text>
      </summary>
      {data.entries.map(({ id: key, at, sentence }) => (
        <Text key={key} size="xs" c="dimmed" mt={4} style={{ overflowWrap: "anywhere" }}>
          <When at={at} /> · {sentence}
        </Text>
      ))}
    </details>
  );
}
