import { Anchor, Button, Divider, Group, Stack, Text } from "@mantine/core";
import { Fingerprint } from "lucide-react";
import { type FormEvent, useState } from "react";
import { send } from "../../api/client.ts";
import { useAttempt } from "../../kit/use-attempt.ts";
import { type CodeWay, codeFields } from "../../session/code-fields.ts";
import { CodeInput } from "../../session/code-input.tsx";
import { whyNoPasskeys } from "../../session/why-no-passkeys.ts";
import type { Entered } from "./entered.ts";
import { FormAlert } from "./form-alert.tsx";
import { signInWithPasskey } from "./passkeys.ts";

interface SecondFactorStepProps {
  readonly entered: Entered;
  readonly onEntered: (entered: Entered) => void;
}

/** Second factor of a user who has entered the password. */
export function SecondFactorStep({ entered, onEntered }: SecondFactorStepProps) {
  const { totp, passkeys } = entered.second_factors;
  const [way, setWay] = useState<CodeWay | undefined>(totp ? "totp" : undefined);
  const { isBusy, error, attempt } = useAttempt();
  const hasPasskey = passkeys > 0 && whyNoPasskeys() === undefined;
  const other = way === "recovery-code" ? "totp" : "recovery-code";
  return (
    <Stack gap="md">
      {way === undefined ? <Text size="sm">Use your passkey to continue.</Text> : null}
      {way === undefined ? null : <CodeForm key={way} way={way} onEntered={onEntered} />}
      {way === undefined || !hasPasskey ? null : <Divider label="or" />}
      {hasPasskey ? (
        <Button
          variant={way === undefined ? "filled" : "default"}
          leftSection={<Fingerprint size={16} aria-hidden />}
          loading={isBusy}
          onClick={() => void attempt(async () => onEntered(await signInWithPasskey()))}
        >
          Use a passkey
        </Button>
      ) : null}
      <FormAlert error={error} />
      <Group justify="center">
        {other === "totp" && !totp ? null : (
          <Anchor component="button" type="button" size="sm" onClick={() => setWay(other)}>
            {other === "totp" ? "Use the authenticator app" : "Use a recovery code"}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}

function CodeForm({
  way,
  onEntered,
}: {
  readonly way: CodeWay;
  readonly onEntered: (entered: Entered) => void;
}) {
  const [code, setCode] = useState("");
  const { isBusy, error, attempt } = useAttempt();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const init = { body: { code }, isProof: true };
    const isIn = await attempt(async () =>
      onEntered(
        way === "totp"
          ? await send("post", "/console/api/sign-in/totp", init)
          : await send("post", "/console/api/sign-in/recovery-code", init),
      ),
    );
    if (!isIn) setCode("");
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <CodeInput way={way} code={code} onChange={setCode} autoFocus />
        <FormAlert error={error} />
        <Button type="submit" loading={isBusy} disabled={!codeFields[way].isWhole(code)}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}
