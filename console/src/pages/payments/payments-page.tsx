import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { PaymentList } from "./payment-list.tsx";

/** Bank payments of all accounts of the workspace. */
export function PaymentsPage() {
  return (
    <Page
      title="Payments"
      description="Inbound and outbound bank payments: from transfers, from automations, and to your account numbers."
    >
      <PaymentList empty={<NoPayments />} />
    </Page>
  );
}

/** On testnet, inbound payments can be simulated. */
function NoPayments() {
  const { network, tenantId } = useWorkspace();
  if (network === "mainnet") {
    return (
      <Empty title="No payments yet">
        Payments appear with the first transfer over a bank rail, or when a payment arrives at an account
        number of an automation.
      </Empty>
    );
  }
  return (
    <Empty
      title="No payments yet"
      curl={{
        method: "POST",
        path: `/accounts/${tenantId}/simulations/payments`,
        idempotent: true,
        body: {
          transfer_id: "<a transfer awaiting a wire>",
          amount: { value: "100.00", currency: "USD" },
          type: "wire",
          sender_name: "Initech LLC",
        },
      }}
    >
      On testnet, create a transfer from USD by wire, and simulate the wire.
    </Empty>
  );
}
