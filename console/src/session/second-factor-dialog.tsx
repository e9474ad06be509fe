import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { Fingerprint } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { canceled } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { ErrorNotice } from "../kit/error-notice.tsx";
import { confirmWithPasskey } from "./confirm-with-passkey.ts";
import { type Asked, onSecondFactorAsked } from "./second-factor-desk.ts";

/** Asks for the second factor when something sensitive is about to be done, and then lets it be done. */
export function SecondFactorDialog() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => onSecondFactorAsked(setAsked), []);
  const settle = (finish: (asked: Asked) => void) => {
    if (asked === undefined) return;
    setAsked(undefined);
    finish(asked);
  };
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => settle(({ reject }) => reject(canceled()))}
      title="Confirm that it is you"
      centered
      zIndex={400}
    >
      <Proof onShown={() => settle(({ resolve }) => resolve())} />
    </Modal>
  );
}

const codePattern = /^\d{6}$/;

function Proof({ onShown }: { readonly onShown: () => void }) {
  const [code, setCode] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const attempt = async (show: () => Promise<unknown>) => {
    setIsBusy(true);
    setError(undefined);
    try {
      await show();
      onShown();
    } catch (thrown) {
      setError(thrown);
      setCode("");
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(() => send("post", "/console/api/me/confirm", { body: { code }, isProof: true }));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          This is a sensitive action. Show your second factor; it is then good for five minutes.
        </Text>
        <TextInput
          label="Six-digit code"
          description="From your authenticator app."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, ""))}
        />
        {error === undefined ? null : <ErrorNotice error={error} title="That was not accepted" />}
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={<Fingerprint size={16} aria-hidden />}
            disabled={isBusy}
            onClick={() => void attempt(confirmWithPasskey)}
          >
            Use a passkey
          </Button>
          <Button type="submit" loading={isBusy} disabled={!codePattern.test(code)}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
