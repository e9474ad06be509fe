import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { AddressProps } from "./address-props.ts";
import { useChangeAddress } from "./use-change-address.ts";

/** Archives an external address, or reactivates it. */
export function ArchiveButton(props: AddressProps) {
  const { can } = useWorkspace();
  const change = useChangeAddress(props);
  const disabledReason = can("addresses:write") ? undefined : "Your role can't edit addresses";
  if (props.address.status === "archived") {
    return (
      <ConfirmButton
        label="Reactivate"
        title="Reactivate address?"
        explain="It can be used in new transfers again."
        disabledReason={disabledReason}
        onConfirm={() => change({ status: "active" }, "Address reactivated")}
      />
    );
  }
  return (
    <ConfirmButton
      label="Archive"
      danger
      title="Archive address?"
      explain="It can't be used in new transfers or automations. You can reactivate it later."
      disabledReason={disabledReason}
      onConfirm={() => change({ status: "archived" }, "Address archived")}
    />
  );
}
