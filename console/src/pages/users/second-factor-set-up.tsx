import { Button, Stack, Text } from "@mantine/core";
import { Fingerprint, Smartphone } from "lucide-react";
import { useState } from "react";
import { useAttempt } from "../../kit/use-attempt.ts";
import { whyNoPasskeys } from "../../session/why-no-passkeys.ts";
import { FormAlert } from "./form-alert.tsx";
import { addPasskey } from "./passkeys.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpSetUp } from "./totp-set-up.tsx";

/** A second factor is mandatory: users without one set it up here. */
export function SecondFactorSetUp({ onDone }: { readonly onDone: () => void }) {
  const [isWithApp, setIsWithApp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes codes={codes} doneLabel="Open console" onDone={onDone} />;
  if (isWithApp) return <TotpSetUp onSet={setCodes} onCancel={() => setIsWithApp(false)} />;
  return <Choice onApp={() => setIsWithApp(true)} onSet={setCodes} />;
}

interface ChoiceProps {
  readonly onApp: () => void;
  readonly onSet: (recoveryCodes: readonly string[]) => void;
}

function Choice({ onApp, onSet }: ChoiceProps) {
  const { isBusy, error, attempt } = useAttempt();
  const reason = whyNoPasskeys();
  return (
    <Stack gap="md">
      <Text size="sm">A second factor is required. Choose one; you can add more later.</Text>
      <Button leftSection={<Smartphone size={16} aria-hidden />} onClick={onApp}>
        Use an authenticator app
      </Button>
      <Button
        variant="default"
        leftSection={<Fingerprint size={16} aria-hidden />}
        loading={isBusy}
        disabled={reason !== undefined}
        onClick={() => void attempt(async () => onSet((await addPasskey("First passkey")).recovery_codes))}
      >
        Use a passkey
      </Button>
      {reason === undefined ? null : (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
      <FormAlert error={error} />
    </Stack>
  );
}
