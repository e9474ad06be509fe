import { PasswordInput } from "@mantine/core";

export const minPasswordLength = 12;
const maxPasswordLength = 200;

interface NewPasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A new password. Only its length is checked here. */
export function NewPasswordField({ value, onChange }: NewPasswordFieldProps) {
  return (
    <PasswordInput
      label="New password"
      description={`At least ${minPasswordLength} characters. A passphrase of several unrelated words works well.`}
      name="new-password"
      autoComplete="new-password"
      required
      minLength={minPasswordLength}
      maxLength={maxPasswordLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
