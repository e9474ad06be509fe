import { Alert, Button, Center, Loader, Paper, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { useAttempt } from "../../kit/use-attempt.ts";
import { When } from "../../kit/when.tsx";
import { meQuery } from "../../session/me-query.ts";
import { AcceptForm } from "./accept-form.tsx";
import type { Entered } from "./entered.ts";
import { EntrySteps } from "./entry-steps.tsx";
import { FormAlert } from "./form-alert.tsx";
import { type SeenInvitation, useInvitation } from "./use-invitation.ts";

/** Page of invitation and reset links: new access, additional access, or a new password. */
export function JoinPage() {
  const { token, seen, error, isPending } = useInvitation();
  const isReset = seen?.purpose === "reset";
  return (
    <Page title={isReset ? "Set a new password" : "Join Florin"}>
      <Paper withBorder p="lg">
        {token === undefined ? (
          <Text size="sm">
            The link is incomplete: the part after “#” is missing. Open the full link again.
          </Text>
        ) : isPending ? (
          <Center>
            <Loader aria-label="Checking link" />
          </Center>
        ) : seen === undefined ? (
          <ErrorNotice error={error} title="Invalid link" />
        ) : (
          <Invited token={token} seen={seen} />
        )}
      </Paper>
    </Page>
  );
}

function Invited({ token, seen }: { readonly token: string; readonly seen: SeenInvitation }) {
  const [entered, setEntered] = useState<Entered>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const open = () => {
    queryClient.clear();
    void navigate({ to: "/", replace: true });
  };
  if (entered !== undefined) return <EntrySteps entered={entered} onDone={open} />;
  return (
    <Stack gap="md">
      <Purpose seen={seen} />
      {seen.purpose === "join" && seen.is_known ? (
        <ExistingUser token={token} email={seen.email} onAccepted={open} />
      ) : (
        <AcceptForm token={token} seen={seen} onEntered={setEntered} />
      )}
    </Stack>
  );
}

function Purpose({ seen }: { readonly seen: SeenInvitation }) {
  const until = (
    <Text size="xs" c="dimmed">
      The link works once and expires <When at={seen.expires_at} />.
    </Text>
  );
  if (seen.purpose === "reset") {
    return (
      <div>
        <Text size="sm">
          For <strong>{seen.email}</strong>.{" "}
          {seen.forgets_second_factors
            ? "You'll set up a new second factor."
            : "Your second factor is required."}
        </Text>
        {until}
      </div>
    );
  }
  const where = seen.tenant === null ? "this Florin instance" : seen.tenant.name;
  const role = seen.tenant?.role ?? seen.operator_role ?? "";
  return (
    <div>
      <Text size="sm">
        You've been invited to <strong>{where}</strong> as <strong>{statusWords(role).toLowerCase()}</strong>.
      </Text>
      {until}
    </div>
  );
}

interface ExistingUserProps {
  readonly token: string;
  readonly email: string | null;
  readonly onAccepted: () => void;
}

/** An existing user signs in and then accepts the invitation. */
function ExistingUser({ token, email, onAccepted }: ExistingUserProps) {
  // No refetch on focus: it would replace the page while recovery codes are shown.
  const { data: me, isPending, refetch } = useQuery({ ...meQuery, refetchOnWindowFocus: false });
  const { isBusy, error, attempt } = useAttempt();
  if (isPending) return <Loader aria-label="Loading" />;
  if (me?.stage !== "complete") {
    return (
      <>
        <Text size="sm">You already have an account. Sign in to accept.</Text>
        <EntrySteps email={email ?? undefined} entered={me} onDone={() => void refetch()} />
      </>
    );
  }
  if (me.user.email.toLowerCase() !== email?.toLowerCase()) {
    return (
      <Alert color="yellow">{`You're signed in as ${me.user.email}, but the link is for ${email}.`}</Alert>
    );
  }
  const accept = () => attempt(() => send("post", "/console/api/me/invitations/accept", { body: { token } }));
  return (
    <>
      <FormAlert error={error} />
      <Button loading={isBusy} onClick={() => void accept().then((isDone) => isDone && onAccepted())}>
        Accept
      </Button>
    </>
  );
}
