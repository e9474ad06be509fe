import { Snowflake } from "lucide-react";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { useCan } from "../../session/use-me.ts";
import type { Network } from "../../workspace/network.ts";
import type { FreezableAddress } from "./freeze-draft.ts";
import { FreezeForm } from "./freeze-form.tsx";

interface FreezeDialogProps {
  /** The network of what the button belongs to; undefined if the user selects it. */
  readonly network: Network | undefined;
  /** Chain addresses of what the button belongs to; undefined if the user enters one. */
  readonly addresses?: readonly FreezableAddress[];
  /** The one of these that is selected in advance, because the page says that it is sanctioned. */
  readonly preselected?: string | undefined;
  readonly size?: "xs" | "sm";
}

/** Button and dialog that request a freeze, for users who may freeze. */
export function FreezeDialog({ network, addresses, preselected, size = "sm" }: FreezeDialogProps) {
  const mayFreeze = useCan("freezes.write");
  if (!mayFreeze || addresses?.length === 0) return null;
  return (
    <DialogButton
      label="Freeze address"
      title="Freeze address"
      danger
      size={size}
      icon={<Snowflake size={16} aria-hidden />}
    >
      {(close) => <FreezeForm {...{ network, preselected }} addresses={addresses ?? []} onClose={close} />}
    </DialogButton>
  );
}
