import { Alert, Box, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { CopyButton } from "../../kit/copy-button.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { usePageParam } from "../../kit/use-page-param.ts";
import { When } from "../../kit/when.tsx";
import type { Network } from "../../workspace/network.ts";
import { workspacePath } from "../../workspace/workspace-path.ts";
import { FileActions } from "./file-actions.tsx";
import { FileText } from "./file-text.tsx";
import { directionWords, formatWords, kindWords, sizeWords, stateTones } from "./file-words.ts";

type Shown = ResponseBody<"/console/api/rails/files/{file_id}">;
type Line = Shown["lines"][number];

/** A bank file: masked records, exceptions and actions. */
export function FilePage() {
  const fileId = usePageParam("fileId");
  const { data, error, refetch } = useQuery({
    queryKey: ["rails", "file", fileId],
    queryFn: ({ signal }) =>
      get("/console/api/rails/files/{file_id}", { params: { path: { file_id: fileId } }, signal }),
    ...useLive(),
  });
  return (
    <Page
      title="Bank file"
      description={<CopyId id={fileId} of="file" full />}
      network={data?.file.network}
      back={<PageLink to="/ops/bank-files">Bank files</PageLink>}
      actions={data === undefined ? undefined : <FileActions file={data.file} />}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined ? error === null ? <SkeletonLines count={10} /> : null : <Whole shown={data} />}
    </Page>
  );
}

function Whole({ shown }: { readonly shown: Shown }) {
  const { file, lines, is_complete: isComplete, items } = shown;
  return (
    <Stack>
      <Problems problems={file.problems} />
      <Section title="Details">
        <Facts items={factsOf(shown)} />
      </Section>
      <Section
        title="Records"
        description={isComplete ? "Names and account numbers are masked." : "Not all records are shown."}
        flush
      >
        <DataTable
          label="File records"
          columns={columnsOf(file.network)}
          rows={lines}
          rowKey={(line) => `${line.kind} ${line.reference} ${line.payment_id} ${line.amount} ${line.detail}`}
          empty={
            <Empty title="No records">
              {file.state === "quarantined"
                ? "The file can't be parsed."
                : "The file has no records to show."}
            </Empty>
          }
        />
      </Section>
      {items.length === 0 ? null : (
        <Section title="Exceptions">
          <Stack gap="xs">
            {items.map(({ id, kind, detail, state }) => (
              <Group key={id} gap="xs">
                <StatusBadge status={state} tone={state === "open" ? "waiting" : "good"} />
                <Text size="sm">
                  {kindWords(kind)}: {detail}
                </Text>
              </Group>
            ))}
          </Stack>
        </Section>
      )}
      <FileText file={file} />
    </Stack>
  );
}

function Problems({ problems }: Pick<Shown["file"], "problems">) {
  if (problems.length === 0) return null;
  return (
    <Alert color="red" title="File can't be parsed" icon={<CircleAlert size={18} aria-hidden />}>
      <ul style={{ margin: 0, paddingInlineStart: "1.1rem" }}>
        {problems.map(({ line, column, rule, detail }) => (
          <li key={`${line}:${column} ${rule}`}>
            Line {line}, column {column} ({rule}): {detail}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function factsOf({ file }: Shown) {
  const { totals, duplicate_of: original } = file;
  return [
    ["Name", <code key="name">{file.name}</code>],
    ["Direction", directionWords[file.direction]],
    ["Status", <StatusBadge key="state" status={file.state} tone={stateTones[file.state]} />],
    ["Network", <StatusBadge key="network" status={file.network} tone="neutral" />],
    ["Format", formatWords(file.format)],
    ["Size", sizeWords(file.size_bytes)],
    ["Entries", totals?.entries],
    [
      "Credits",
      totals === null ? undefined : <Amount key="paid" inline value={totals.credits} asset="USD" />,
    ],
    [
      "Debits",
      totals === null ? undefined : <Amount key="pulled" inline value={totals.debits} asset="USD" />,
    ],
    [
      "Duplicate of",
      original === null ? undefined : (
        <PageLink key="original" to={`/ops/bank-files/${original}`}>
          {original}
        </PageLink>
      ),
    ],
    [
      "SHA-256",
      <Text key="hash" size="sm" ff="monospace" component="span" style={{ overflowWrap: "anywhere" }}>
        {file.sha256}
      </Text>,
    ],
    ["Stored", <When key="stored" at={file.created_at} />],
  ] as const;
}

function columnsOf(network: Network): readonly Column<Line>[] {
  return [
    {
      header: "Record",
      cell: ({ kind, rail, detail }) => (
        <Stack gap={0}>
          <Text size="sm">
            {rail === null ? kindWords(kind) : `${kindWords(kind)}, ${transferTypeWords(rail)}`}
          </Text>
          {detail === null ? null : (
            <Text size="sm" c="dimmed">
              {detail}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      header: "Status",
      // The status must not be truncated.
      cell: ({ state }) =>
        state === null ? (
          "–"
        ) : (
          <Box miw="6.5rem">
            <StatusBadge status={state} />
          </Box>
        ),
    },
    {
      header: "Reference",
      cell: (line) => <Reference line={line} network={network} />,
    },
    {
      header: "Counterparty",
      cell: ({ party }) =>
        party === null
          ? "–"
          : [party.name, party.account_number, party.routing_number]
              .filter((part) => part !== null)
              .join(" · "),
    },
    {
      header: "Amount",
      align: "right",
      cell: ({ amount }) => (amount === null ? "–" : <Amount value={amount} asset="USD" />),
    },
  ];
}

function Reference({ line, network }: { readonly line: Line; readonly network: Network }) {
  const { reference, payment_id: paymentId, tenant_id: tenantId } = line;
  return (
    <Stack gap={0}>
      <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
        {reference ?? "–"}
      </Text>
      {paymentId === null || tenantId === null ? null : (
        <Group gap={4}>
          <PageLink to={workspacePath(tenantId, network, "payments", paymentId)}>Payment</PageLink>
          <CopyButton value={paymentId} label="Copy payment ID" />
        </Group>
      )}
    </Stack>
  );
}
