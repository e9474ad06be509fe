import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { auditSentence } from "../accounts/audit-sentence.ts";

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
      {data.entries.map((entry) => (
        <Text key={entry.id} size="xs" c="dimmed" mt={4} style={{ overflowWrap: "anywhere" }}>
          <When at={entry.at} /> · {auditSentence(entry)}
        </Text>
      ))}
    </details>
  );
}
