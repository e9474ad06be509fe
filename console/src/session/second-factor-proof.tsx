import { Anchor, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { Fingerprint, LogIn } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { RequestedConfirmation } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { ErrorNotice } from "../kit/error-notice.tsx";
import { Facts } from "../kit/facts.tsx";
import { requestFacts } from "../kit/request-facts.ts";
import { useAttempt } from "../kit/use-attempt.ts";
import { type CodeWay, codeFields } from "./code-fields.ts";
import { CodeInput } from "./code-input.tsx";
import { confirmWithPasskey } from "./confirm-with-passkey.ts";
import { confirmWithSso } from "./confirm-with-sso.ts";
import type { ProofWays } from "./proof-ways.ts";

interface SecondFactorProofProps {
  /** The request to confirm; undefined for sensitive actions in general. */
  readonly confirmation: RequestedConfirmation | undefined;
  readonly ways: ProofWays;
  /** Why the user's passkey can't be used here. */
  readonly hint: string | undefined;
  readonly onShown: () => void;
}

const wayWords: Readonly<Record<CodeWay, string>> = {
  totp: "Use the authenticator app",
  "recovery-code": "Use a recovery code",
};

/** Form that confirms the second factor with one of the user's methods. */
export function SecondFactorProof(props: SecondFactorProofProps) {
  const { confirmation, hint, onShown } = props;
  const { hasPasskey, hasSso, codes } = props.ways;
  const confirmed = confirmation === undefined ? {} : { confirmation_id: confirmation.id };
  // A user with only a passkey is not prompted for a code first.
  const isPasskeyFirst = hasPasskey && !codes.includes("totp");
  const [way, setWay] = useState<CodeWay | undefined>(isPasskeyFirst ? undefined : codes[0]);
  const { isBusy, error, attempt } = useAttempt();
  const prove = (show: () => Promise<unknown>) => attempt(() => show().then(onShown));
  return (
    <Stack gap="md">
      <Confirmed confirmation={confirmation} />
      {way === undefined ? null : (
        <CodeForm key={way} way={way} isBusy={isBusy} confirmed={confirmed} attempt={prove} />
      )}
      {error === undefined ? null : <ErrorNotice error={error} title="Confirmation failed" />}
      {hasPasskey ? (
        <Button
          variant={way === undefined ? "filled" : "default"}
          leftSection={<Fingerprint size={16} aria-hidden />}
          disabled={isBusy}
          data-autofocus={way === undefined ? true : undefined}
          onClick={() => void prove(() => confirmWithPasskey(confirmed))}
        >
          Use a passkey
        </Button>
      ) : null}
      {hasSso ? (
        <Button
          leftSection={<LogIn size={16} aria-hidden />}
          data-autofocus
          onClick={() => void prove(() => confirmWithSso(confirmed))}
        >
          Sign in again to confirm
        </Button>
      ) : null}
      {hint === undefined ? null : (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      <OtherWays ways={codes.filter((each) => each !== way)} onPick={setWay} />
    </Stack>
  );
}

interface OtherWaysProps {
  readonly ways: readonly CodeWay[];
  readonly onPick: (way: CodeWay) => void;
}

function OtherWays({ ways, onPick }: OtherWaysProps) {
  if (ways.length === 0) return null;
  return (
    <Group justify="center">
      {ways.map((way) => (
        <Anchor key={way} component="button" type="button" size="sm" onClick={() => onPick(way)}>
          {wayWords[way]}
        </Anchor>
      ))}
    </Group>
  );
}

/** What the user is about to confirm, as the service understood it. */
function Confirmed({ confirmation }: Pick<SecondFactorProofProps, "confirmation">) {
  if (confirmation === undefined) {
    return (
      <Text size="sm">This action requires your second factor. It stays confirmed for five minutes.</Text>
    );
  }
  const { operation, facts } = confirmation;
  return (
    <Stack gap="sm">
      <Text size="sm">Your second factor confirms this request only. Check it first.</Text>
      <Paper withBorder p="sm">
        <Text fw={600} mb={facts.length === 0 ? 0 : "xs"}>
          {operation}
        </Text>
        <Facts items={requestFacts(facts)} />
      </Paper>
    </Stack>
  );
}

interface CodeFormProps {
  readonly confirmed: { readonly confirmation_id?: string };
  readonly way: CodeWay;
  readonly isBusy: boolean;
  readonly attempt: (show: () => Promise<unknown>) => Promise<boolean>;
}

function CodeForm({ way, isBusy, confirmed, attempt }: CodeFormProps) {
  const [code, setCode] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const init = { body: { ...confirmed, code }, isProof: true };
    if (!(await attempt(() => send("post", "/console/api/me/confirm", init)))) setCode("");
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <CodeInput way={way} code={code} onChange={setCode} />
        <Button type="submit" loading={isBusy} disabled={!codeFields[way].isWhole(code)}>
          Confirm
        </Button>
      </Stack>
    </form>
  );
}
