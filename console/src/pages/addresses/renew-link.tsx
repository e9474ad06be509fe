import { Text } from "@mantine/core";
import { send } from "../../api/client.ts";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { AddressProps } from "./address-props.ts";
import { LinkPageOpener } from "./link-page-opener.tsx";

/** Prompts the account holder to renew the bank link. */
export function RenewLink({ accountId, address }: AddressProps) {
  const { params, can } = useWorkspace();
  const link = useWorkspaceLink();
  if (!can("addresses:write")) return null;
  return (
    <Section
      title="Renew bank link"
      description="The bank requires updated data or another confirmation by the account holder."
    >
      <LinkPageOpener
        label="Get link"
        request={() =>
          send(
            "post",
            "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/addresses/{address_id}/update-link-token",
            { params: { path: { ...params, account_id: accountId, address_id: address.id } } },
          )
        }
      />
      <Text size="sm" mt="sm">
        Then{" "}
        <PageLink to={`${link("addresses", "link")}?account=${accountId}`}>
          register the public token
        </PageLink>{" "}
        that the bank's page returns.
      </Text>
    </Section>
  );
}
