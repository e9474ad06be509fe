import { Button } from "@mantine/core";
import { LogIn } from "lucide-react";
import { send } from "../../api/client.ts";
import { useAttempt } from "../../kit/use-attempt.ts";
import { FormAlert } from "./form-alert.tsx";

interface SsoButtonProps {
  /** Of the identity provider. */
  readonly name: string;
  /** Console path to show afterwards. */
  readonly returnTo: string;
}

/** Leaves the console for the identity provider. */
export function SsoButton({ name, returnTo }: SsoButtonProps) {
  const { isBusy, error, attempt } = useAttempt();
  const open = () =>
    attempt(async () => {
      const { url } = await send("post", "/console/api/sign-in/sso", { body: { return_to: returnTo } });
      window.location.assign(url);
    });
  return (
    <>
      <Button
        fullWidth
        loading={isBusy}
        leftSection={<LogIn size={16} aria-hidden />}
        onClick={() => void open()}
      >
        Sign in with {name}
      </Button>
      <FormAlert error={error} />
    </>
  );
}
