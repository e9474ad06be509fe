import { PasswordInput } from "@mantine/core";

export const minPasswordLength = 12;
const maxPasswordLength = 200;

interface NewPasswordFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A password that is being chosen. Long is what counts. */
export function NewPasswordField({ value, onChange }: NewPasswordFieldProps) {
  return (
    <PasswordInput
      label="New password"
      description={`At least ${minPasswordLength} characters of any kind. A few words that only you would put together are good.`}
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
