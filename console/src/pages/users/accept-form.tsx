import { Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { send } from "../../api/client.ts";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { useAttempt } from "../../kit/use-attempt.ts";
import type { Entered } from "./entered.ts";
import { FormAlert } from "./form-alert.tsx";
import { minPasswordLength, NewPasswordField } from "./new-password-field.tsx";
import type { SeenInvitation } from "./use-invitation.ts";

interface AcceptFormProps {
  readonly token: string;
  readonly seen: SeenInvitation;
  readonly onEntered: (entered: Entered) => void;
}

/** Name and password of a new user, or a new password. */
export function AcceptForm({ token, seen, onEntered }: AcceptFormProps) {
  const [email, setEmail] = useState(seen.email ?? "");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { isBusy, error, attempt } = useAttempt();
  const isNew = seen.purpose === "join";
  const isWhole =
    Array.from(password).length >= minPasswordLength &&
    (!isNew || (name.trim() !== "" && email.trim() !== ""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { token, password, ...(isNew ? { name: name.trim(), email: email.trim() } : {}) };
    void attempt(async () => onEntered(await send("post", "/console/api/invitations/accept", { body })));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          readOnly={seen.email !== null}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {isNew ? (
          <TextInput
            label="Your name"
            name="name"
            autoComplete="name"
            required
            maxLength={maxLengths.acceptInvitation.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        ) : null}
        <NewPasswordField value={password} onChange={setPassword} />
        <FormAlert error={error} />
        <Button type="submit" loading={isBusy} disabled={!isWhole}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}
