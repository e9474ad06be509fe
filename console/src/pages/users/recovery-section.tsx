import { Modal, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { Section } from "../../kit/section.tsx";
import { useMe } from "../../session/use-me.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useRefreshMe } from "./use-refresh-me.ts";

const lowCount = 3;

export function RecoverySection() {
  const { recovery_codes_left: left } = useMe().second_factors;
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = useRefreshMe();
  const close = () => {
    setCodes(undefined);
    void refresh();
  };
  const renew = async () => {
    const { recovery_codes } = await send("post", "/console/api/me/recovery-codes");
    setCodes(recovery_codes);
  };
  return (
    <Section
      title="Recovery codes"
      description="For use if you lose your other second factors. Each code works once."
    >
      <Text size="sm" mb="sm">
        {left === 1 ? "1 code left." : `${left} codes left.`}
        {left <= lowCount ? " Generate new codes soon." : null}
      </Text>
      <ConfirmButton
        label="Generate new codes"
        title="Generate new recovery codes?"
        explain="Your current codes stop working immediately."
        onConfirm={renew}
      />
      <Modal opened={codes !== undefined} onClose={close} title="New recovery codes" centered>
        <RecoveryCodes codes={codes ?? []} doneLabel="Done" onDone={close} />
      </Modal>
    </Section>
  );
}
