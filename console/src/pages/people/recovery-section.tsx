import { Modal, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { Section } from "../../kit/section.tsx";
import { useMe } from "../../session/use-me.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useRefreshMe } from "./use-refresh-me.ts";

const few = 3;

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
      description="For the day on which you have lost your phone and your keys. Each is good once."
    >
      <Text size="sm" mb="sm">
        {left === 1 ? "One code is left." : `${left} codes are left.`}
        {left <= few ? " Make new ones soon." : null}
      </Text>
      <ConfirmButton
        label="Make new codes"
        title="Make new recovery codes?"
        explain="The codes that you have now end at once."
        onConfirm={renew}
      />
      <Modal opened={codes !== undefined} onClose={close} title="New recovery codes" centered>
        <RecoveryCodes codes={codes ?? []} doneLabel="Done" onDone={close} />
      </Modal>
    </Section>
  );
}
