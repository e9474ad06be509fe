import { Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { send } from "../../api/client.ts";
import { Section } from "../../kit/section.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useAttempt } from "../../kit/use-attempt.ts";
import { useMe } from "../../session/use-me.ts";
import { FormAlert } from "./form-alert.tsx";
import { minPasswordLength, NewPasswordField } from "./new-password-field.tsx";

export function PasswordSection() {
  const { user } = useMe();
  const [oldPassword, setOldPassword] = useState("");
  const [password, setPassword] = useState("");
  const { isBusy, error, attempt } = useAttempt();
  const queryClient = useQueryClient();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { old_password: oldPassword, password };
    if (!(await attempt(() => send("put", "/console/api/me/password", { body })))) return;
    setOldPassword("");
    setPassword("");
    toastSuccess("Password changed. You were signed out of all other sessions.");
    await queryClient.invalidateQueries({ queryKey: ["me", "sessions"] });
  };
  return (
    <Section title="Password" description="Changing it signs you out of all other sessions.">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md" maw="26rem">
          {/* Password managers need the user name next to the password. */}
          <TextInput
            type="email"
            name="email"
            autoComplete="username"
            value={user.email}
            readOnly
            label="Email"
          />
          <PasswordInput
            label="Current password"
            name="current-password"
            autoComplete="current-password"
            required
            value={oldPassword}
            onChange={(event) => setOldPassword(event.currentTarget.value)}
          />
          <NewPasswordField value={password} onChange={setPassword} />
          <FormAlert error={error} />
          <Group>
            <Button
              type="submit"
              variant="default"
              loading={isBusy}
              disabled={oldPassword === "" || Array.from(password).length < minPasswordLength}
            >
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
