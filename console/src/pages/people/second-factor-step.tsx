import { Anchor, Button, Divider, Group, Stack, Text, TextInput } from "@mantine/core";
import { Fingerprint } from "lucide-react";
import { type FormEvent, useState } from "react";
import { send } from "../../api/client.ts";
import type { Entered } from "./entered.ts";
import { FormAlert } from "./form-alert.tsx";
import { signInWithPasskey, whyNoPasskeys } from "./passkeys.ts";
import { useAttempt } from "./use-attempt.ts";

interface SecondFactorStepProps {
  readonly entered: Entered;
  readonly onEntered: (entered: Entered) => void;
}

type Way = "totp" | "recovery-code";

/** The second factor of somebody who has shown the password. */
export function SecondFactorStep({ entered, onEntered }: SecondFactorStepProps) {
  const { totp, passkeys } = entered.second_factors;
  const [way, setWay] = useState<Way | undefined>(totp ? "totp" : undefined);
  const { isBusy, error, attempt } = useAttempt();
  const hasPasskey = passkeys > 0 && whyNoPasskeys() === undefined;
  const other = way === "recovery-code" ? "totp" : "recovery-code";
  return (
    <Stack gap="md">
      {way === undefined ? <Text size="sm">Show your passkey to go on.</Text> : null}
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

const fields = {
  totp: {
    label: "Six-digit code",
    description: "From your authenticator app.",
    isWhole: (code: string) => /^\d{6}$/.test(code),
    clean: (typed: string) => typed.replaceAll(/\D/g, "").slice(0, 6),
    input: { inputMode: "numeric", autoComplete: "one-time-code" },
  },
  "recovery-code": {
    label: "Recovery code",
    description: "One of those that you stored; each is good once.",
    isWhole: (code: string) => code.replaceAll(/[\s-]/g, "").length === 16,
    clean: (typed: string) => typed.slice(0, 40),
    input: { inputMode: "text", autoComplete: "off", spellCheck: false, autoCapitalize: "none" },
  },
} as const;

function CodeForm({ way, onEntered }: { readonly way: Way; readonly onEntered: (entered: Entered) => void }) {
  const [code, setCode] = useState("");
  const { isBusy, error, attempt } = useAttempt();
  const { label, description, isWhole, clean, input } = fields[way];
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
        <TextInput
          label={label}
          description={description}
          name="code"
          required
          autoFocus
          value={code}
          onChange={(event) => setCode(clean(event.currentTarget.value))}
          {...input}
        />
        <FormAlert error={error} />
        <Button type="submit" loading={isBusy} disabled={!isWhole(code)}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}
