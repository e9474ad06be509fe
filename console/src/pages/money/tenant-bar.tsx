import { Group, SegmentedControl, Select, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { get } from "../../api/client.ts";
import { networkWords } from "../../kit/network-words.ts";
import { shortId } from "../../kit/short-id.ts";
import { isNetwork, type Network, networks } from "../../workspace/network.ts";

interface TenantBarProps {
  readonly tenantId: string;
  readonly network: Network;
  readonly onTenant: (tenantId: string) => void;
  readonly onNetwork: (network: Network) => void;
}

const debounceMs = 250;
const shown = 20;

/** Selects a tenant, by name or ID, and a network. */
export function TenantBar({ tenantId, network, onTenant, onNetwork }: TenantBarProps) {
  const networkLabel = useId();
  return (
    <Group align="flex-end" gap="md" mb="md">
      <TenantSelect tenantId={tenantId} onTenant={onTenant} />
      <div>
        <Text size="sm" fw={500} id={networkLabel}>
          Network
        </Text>
        <SegmentedControl
          aria-labelledby={networkLabel}
          data={networks.map((value) => ({ value, label: networkWords[value] }))}
          value={network}
          onChange={(value) => {
            if (isNetwork(value)) onNetwork(value);
          }}
        />
      </div>
    </Group>
  );
}

/** At the end of a label, which becomes the text of the field. */
const idInBrackets = / \(…[0-9A-Za-z]+\)$/;

function TenantSelect({ tenantId, onTenant }: Pick<TenantBarProps, "tenantId" | "onTenant">) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, debounceMs);
  const { data } = useQuery({
    queryKey: ["tenants", "choice", search],
    queryFn: ({ signal }) =>
      get("/console/api/tenants", {
        params: { query: { search: search === "" ? undefined : search, "page[size]": shown } },
        signal,
      }),
    placeholderData: (before) => before,
  });
  const chosen = useChosen(tenantId);
  const found = (data?.tenants ?? []).map(({ id, name }) => ({
    value: id,
    label: `${name} (${shortId(id)})`,
  }));
  const options =
    chosen === undefined || found.some(({ value }) => value === chosen.value) ? found : [chosen, ...found];
  return (
    <Select
      label="Tenant"
      placeholder="Search by name or ID"
      searchable
      // The server has already filtered.
      filter={({ options: all }) => all}
      data={options}
      value={tenantId === "" ? null : tenantId}
      onChange={(value) => {
        if (value !== null) onTenant(value);
      }}
      onSearchChange={(text) => setTyped(text === chosen?.label ? "" : text.replace(idInBrackets, ""))}
      nothingFoundMessage="No matching tenants"
      allowDeselect={false}
      w="20rem"
      maw="100%"
    />
  );
}

/** Looks up the name of the tenant whose ID is in the URL. */
function useChosen(tenantId: string): { readonly value: string; readonly label: string } | undefined {
  const { data } = useQuery({
    queryKey: ["tenants", "one", tenantId],
    queryFn: ({ signal }) =>
      get("/console/api/tenants/{tenant_id}", { params: { path: { tenant_id: tenantId } }, signal }),
    enabled: tenantId !== "",
  });
  return data === undefined ? undefined : { value: tenantId, label: `${data.name} (${shortId(tenantId)})` };
}
