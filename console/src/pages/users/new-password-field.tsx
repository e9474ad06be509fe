import { PasswordInput } from "@mantine/core";
import { maxLengths } from "../../kit/generated/max-lengths.ts";

export const minPasswordLength = 12;

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
      maxLength={maxLengths.changePassword.password}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
