import { Stack, Table, Text } from "@mantine/core";
import { CopyId } from "../../../kit/copy-id.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { When } from "../../../kit/when.tsx";
import { type AuditEntry, actorWords } from "./audit-entry.ts";

/** Details of an audit log entry. */
export function EntryDetails({ entry }: { readonly entry: AuditEntry }) {
  const {
    id,
    at,
    actor_type,
    actor_id,
    tenant_id,
    network,
    account_id,
    request_id,
    subject_type,
    subject_id,
  } = entry;
  return (
    <Stack gap="md">
      <Facts
        items={[
          ["Time", <When key="at" at={at} exact />],
          ["Actor", `${actorWords(entry)} (${actor_type})`],
          ["Actor ID", idOf(actor_id, actor_type)],
          [`Target (${subject_type})`, idOf(subject_id, "target")],
          ["Tenant", tenant_id === null ? "platform" : idOf(tenant_id, "tenant")],
          ["Network", network ?? "both"],
          ["Account", idOf(account_id, "account")],
          ["Request", idOf(request_id, "request")],
          ["Entry", idOf(id, "entry")],
        ]}
      />
      <Changes entry={entry} />
    </Stack>
  );
}

function idOf(id: string | null, type: string) {
  return id === null ? null : <CopyId id={id} of={type} full />;
}

function Changes({ entry: { before, after } }: { readonly entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <Table.ScrollContainer
      minWidth={280}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, "aria-label": "Changes" } }}
    >
      <Table aria-label="Changes">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Field</Table.Th>
            <Table.Th scope="col">Before</Table.Th>
            <Table.Th scope="col">After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>
                <Value value={before?.[name]} />
              </Table.Td>
              <Table.Td>
                <Value value={after?.[name]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Value({ value }: { readonly value: string | number | boolean | null | undefined }) {
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      {value === undefined || value === null ? "–" : String(value)}
    </Text>
  );
}
