import { Button, Center, Group, Loader, Stack, Text, Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { send } from "../../api/client.ts";
import { CopyButton } from "../../kit/copy-button.tsx";
import { Form } from "../../kit/form.tsx";
import { useAttempt } from "../../kit/use-attempt.ts";
import { CodeInput } from "../../session/code-input.tsx";
import { FormAlert } from "./form-alert.tsx";
import { QrCode } from "./qr-code.tsx";

interface TotpSetUpProps {
  readonly onSet: (recoveryCodes: readonly string[]) => void;
  readonly onCancel?: () => void;
}

interface TotpSecret {
  readonly secret: string;
  readonly uri: string;
}

/** Shows the TOTP secret and verifies a first code. */
export function TotpSetUp({ onSet, onCancel }: TotpSetUpProps) {
  const [offered, setOffered] = useState<TotpSecret>();
  const { isBusy, error, attempt } = useAttempt();
  const begin = () => attempt(async () => setOffered(await send("post", "/console/api/me/totp")));
  const hasBegun = useRef(false);
  // Once, although React runs effects twice in StrictMode: each start creates another secret.
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void begin();
  });
  if (offered === undefined) {
    return (
      <Stack gap="md">
        {isBusy ? (
          <Center>
            <Loader aria-label="Generating secret" />
          </Center>
        ) : null}
        <FormAlert error={error} />
        <Group justify="flex-end" gap="xs">
          {onCancel === undefined ? null : (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {isBusy ? null : <Button onClick={() => void begin()}>Start</Button>}
        </Group>
      </Stack>
    );
  }
  return <OfferedTotp offered={offered} onSet={onSet} onCancel={onCancel} />;
}

interface OfferedTotpProps {
  readonly offered: TotpSecret;
  readonly onSet: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: (() => void) | undefined;
}

function OfferedTotp({ offered: { secret, uri }, onSet, onCancel }: OfferedTotpProps) {
  const [code, setCode] = useState("");
  const submit = async () => {
    const { recovery_codes } = await send("post", "/console/api/me/totp/confirm", { body: { code } }).catch(
      (error: unknown) => {
        setCode("");
        throw error;
      },
    );
    onSet(recovery_codes);
  };
  return (
    <Form label="Confirm" disabled={code.length !== 6} onSubmit={submit} onCancel={onCancel}>
      <Text size="sm">
        Scan this with an authenticator app, such as the one in your password manager or on your phone.
      </Text>
      <Center>
        <QrCode text={uri} label="QR code for the authenticator app; contains the key below" />
      </Center>
      <Textarea
        label="Or enter this key"
        value={grouped(secret)}
        readOnly
        rows={2}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <CopyButton value={secret} label="Copy key" withWords />
      </Group>
      <CodeInput way="totp" code={code} onChange={setCode} />
    </Form>
  );
}

function grouped(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
}
