import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { AddressProps } from "./address-props.ts";
import { useChangeAddress } from "./use-change-address.ts";

/** Puts an external address away, or takes it up again. */
export function ArchiveButton(props: AddressProps) {
  const { can } = useWorkspace();
  const change = useChangeAddress(props);
  const disabledReason = can("addresses:write") ? undefined : "Your role does not change addresses";
  if (props.address.status === "archived") {
    return (
      <ConfirmButton
        label="Take up again"
        title="Take the address up again"
        explain="It can be used in new transfers again."
        disabledReason={disabledReason}
        onConfirm={() => change({ status: "active" }, "The address is active")}
      />
    );
  }
  return (
    <ConfirmButton
      label="Archive"
      danger
      title="Archive the address"
      explain="It stays readable and cannot be used in anything new. It can be taken up again."
      disabledReason={disabledReason}
      onConfirm={() => change({ status: "archived" }, "The address is archived")}
    />
  );
}
