import { Button } from "@mantine/core";
import { Plus } from "lucide-react";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { TransferList } from "./transfer-list.tsx";

/** Transfers of all accounts of the workspace. */
export function TransfersPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  return (
    <Page
      title="Transfers"
      description="Transfers of all accounts."
      actions={
        workspace.can("transfers:write") ? (
          <Button
            component={ConsoleLink}
            to={link("transfers", "new")}
            leftSection={<Plus size={16} aria-hidden />}
          >
            New transfer
          </Button>
        ) : null
      }
    >
      <TransferList empty={<NoTransfers tenantId={workspace.tenantId} />} />
    </Page>
  );
}

function NoTransfers({ tenantId }: { readonly tenantId: string }) {
  return (
    <Empty
      title="No transfers yet"
      curl={{
        method: "POST",
        path: `/accounts/${tenantId}/transfers`,
        idempotent: true,
        body: {
          amount: { value: "100.00", currency: "USD" },
          source: { value_type: "USD", transfer_type: "wire" },
          destination: { address_id: "<address>", value_type: "FUSD", transfer_type: "base" },
        },
      }}
    >
      A transfer converts dollars to tokens or back, exchanges one token for another, or sends either
      elsewhere.
    </Empty>
  );
}
