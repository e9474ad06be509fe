import { Group, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useMe } from "../../session/use-me.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpSetUp } from "./totp-set-up.tsx";
import { useRefreshMe } from "./use-refresh-me.ts";

export function AuthenticatorSection() {
  const { totp, passkeys } = useMe().second_factors;
  const refresh = useRefreshMe();
  const remove = async () => {
    await send("delete", "/console/api/me/totp");
    await refresh();
    toastSuccess("Authenticator app removed.");
  };
  return (
    <Section
      title="Authenticator app"
      description="Six-digit codes from an app on your phone or in your password manager."
      actions={<StatusBadge status={totp ? "active" : "not set up"} />}
    >
      <Group gap="xs">
        <DialogButton label={totp ? "Set up another app" : "Set up"} title="Set up authenticator app">
          {(close) => <SetUp onDone={close} />}
        </DialogButton>
        {totp ? (
          <ConfirmButton
            label="Remove"
            title="Remove authenticator app?"
            explain="Its codes no longer work. Your passkeys stay."
            danger
            disabledReason={
              passkeys === 0 ? "This is your only second factor. Add a passkey first." : undefined
            }
            onConfirm={remove}
          />
        ) : null}
      </Group>
      {totp && passkeys === 0 ? (
        <Text size="xs" c="dimmed" mt="xs">
          This is your only second factor. Add a passkey before you remove it.
        </Text>
      ) : null}
    </Section>
  );
}

function SetUp({ onDone }: { readonly onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = useRefreshMe();
  if (codes === undefined) return <TotpSetUp onSet={setCodes} onCancel={onDone} />;
  const finish = () => {
    void refresh();
    onDone();
  };
  return <RecoveryCodes codes={codes} doneLabel="Done" onDone={finish} />;
}
