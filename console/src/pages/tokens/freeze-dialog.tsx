import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Snowflake } from "lucide-react";
import { useCan } from "../../session/use-me.ts";
import type { Network } from "../../workspace/network.ts";
import type { FreezableAddress } from "./freeze-draft.ts";
import { FreezeForm } from "./freeze-form.tsx";

interface FreezeDialogProps {
  /** The network of what the button belongs to; undefined if the user selects it. */
  readonly network: Network | undefined;
  /** Chain addresses of what the button belongs to; undefined if the user enters one. */
  readonly addresses?: readonly FreezableAddress[];
  readonly size?: "xs" | "sm";
}

/** Button and dialog that request a freeze, for users who may freeze. */
export function FreezeDialog({ network, addresses, size = "sm" }: FreezeDialogProps) {
  const mayFreeze = useCan("freezes.write");
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!mayFreeze || addresses?.length === 0) return null;
  return (
    <>
      <Button
        color="red"
        variant="outline"
        size={size}
        leftSection={<Snowflake size={16} aria-hidden />}
        onClick={open}
      >
        Freeze address
      </Button>
      <Modal opened={isOpen} onClose={close} title="Freeze address" centered>
        <FreezeForm network={network} addresses={addresses ?? []} onClose={close} />
      </Modal>
    </>
  );
}
