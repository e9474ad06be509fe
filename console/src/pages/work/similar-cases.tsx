import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { When } from "../../kit/when.tsx";
import { kindWords, type WorkKind } from "./work.ts";

interface SimilarCasesProps {
  readonly kind: WorkKind;
  readonly id: string;
}

/** Earlier cases of the same counterparty, and how they ended. */
export function SimilarCases({ kind, id }: SimilarCasesProps) {
  const { data } = useQuery({
    queryKey: ["work", kind, id, "similar"],
    queryFn: ({ signal }) =>
      get("/console/api/work-items/{kind}/{object_id}/similar", {
        params: { path: { kind, object_id: id } },
        signal,
      }),
  });
  if (data === undefined || data.cases.length === 0) return null;
  return (
    <details open>
      <summary>
        <Text size="sm" component="span">
          {data.cases.length === 1 ? "1 similar case" : `${data.cases.length} similar cases`}
        </Text>
      </summary>
      {data.cases.map((each) => (
        <Group key={each.id} gap="xs" mt={6}>
          <StatusBadge status={each.outcome} />
          {each.amount === null ? null : (
            <Amount value={each.amount.value} asset={each.amount.currency} inline />
          )}
          <PageLink to={each.path}>
            {each.title === null ? kindWords[kind] : kind === "review" ? each.title : statusWords(each.title)}
          </PageLink>
          <Text size="xs" c="dimmed" component="span">
            <When at={each.at} />
          </Text>
        </Group>
      ))}
    </details>
  );
}
