import { Button, Divider, PasswordInput, Stack, TextInput } from "@mantine/core";
import { Fingerprint } from "lucide-react";
import { type FormEvent, useState } from "react";
import { send } from "../../api/client.ts";
import { useAttempt } from "../../kit/use-attempt.ts";
import { whyNoPasskeys } from "../../session/why-no-passkeys.ts";
import type { Entered } from "./entered.ts";
import { FormAlert } from "./form-alert.tsx";
import { signInWithPasskey } from "./passkeys.ts";

interface PasswordStepProps {
  /** Required email address, if known. */
  readonly email?: string | undefined;
  readonly onEntered: (entered: Entered) => void;
}

/** Email and password, or a passkey, which covers password and second factor. */
export function PasswordStep({ email: known, onEntered }: PasswordStepProps) {
  const [email, setEmail] = useState(known ?? "");
  const [password, setPassword] = useState("");
  const { isBusy, error, attempt } = useAttempt();
  const enter = async (show: () => Promise<Entered>) => {
    const isIn = await attempt(async () => onEntered(await show()));
    if (!isIn) setPassword("");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { email: email.trim(), password };
    void enter(() => send("post", "/console/api/sign-in", { body, isProof: true }));
  };
  return (
    <Stack gap="md">
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username webauthn"
            required
            readOnly={known !== undefined}
            autoFocus={known === undefined}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            autoFocus={known !== undefined}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <FormAlert error={error} />
          {/* Never disabled: some password managers expose the filled-in value only on submit. */}
          <Button type="submit" loading={isBusy}>
            Continue
          </Button>
        </Stack>
      </form>
      {whyNoPasskeys() === undefined ? (
        <>
          <Divider label="or" />
          <Button
            variant="default"
            leftSection={<Fingerprint size={16} aria-hidden />}
            disabled={isBusy}
            onClick={() => void enter(signInWithPasskey)}
          >
            Sign in with a passkey
          </Button>
        </>
      ) : null}
    </Stack>
  );
}
