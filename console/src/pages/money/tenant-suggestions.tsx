import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { Empty } from "../../kit/empty.tsx";
import { shortId } from "../../kit/short-id.ts";

const shown = 6;

interface TenantSuggestionsProps {
  /** What depends on the tenant. */
  readonly children: string;
  readonly onTenant: (tenantId: string) => void;
}

/** In place of a tenant's data until one is chosen: the newest tenants. */
export function TenantSuggestions({ children, onTenant }: TenantSuggestionsProps) {
  const { data } = useQuery({
    queryKey: ["tenants", "newest"],
    queryFn: ({ signal }) =>
      get("/console/api/tenants", { params: { query: { "page[size]": shown } }, signal }),
  });
  const tenants = data?.tenants ?? [];
  const isTwice = (name: string): boolean => tenants.filter((tenant) => tenant.name === name).length > 1;
  return (
    <Stack gap={0} align="center" pb="md">
      <Empty title="Choose a tenant">{children}</Empty>
      <Group gap="xs" justify="center">
        {tenants.map(({ id, name }) => (
          <Button key={id} variant="default" size="xs" onClick={() => onTenant(id)}>
            {isTwice(name) ? `${name} (${shortId(id)})` : name}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
