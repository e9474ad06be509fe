import { Button, Center, Loader, Paper, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { send } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Page } from "../../kit/page.tsx";
import { splitPath } from "../../kit/split-path.ts";
import { reportSsoConfirmation } from "../../session/confirm-with-sso.ts";
import { wayBack } from "../../session/sign-in-path.ts";
import type { Entered } from "./entered.ts";
import { EntrySteps } from "./entry-steps.tsx";

type Returned =
  | { readonly purpose: "sign_in"; readonly entered: Entered; readonly path: string }
  | { readonly purpose: "link"; readonly path: string }
  | { readonly purpose: "confirm" };

/** The page that the identity provider returns to: after a sign-in, a confirmation, or to connect a user. */
export function SsoPage() {
  const [response] = useState(takeResponse);
  const [returned, setReturned] = useState<Returned>();
  const [error, setError] = useState<unknown>();
  // The response is valid once, and an effect may run twice.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void finish(response).then(setReturned, setError);
  }, [response]);
  return (
    <Page title="Single sign-on">
      <Paper withBorder p="lg">
        {error !== undefined ? (
          <Failed error={error} />
        ) : returned === undefined ? (
          <Waiting />
        ) : returned.purpose === "confirm" ? (
          <Text size="sm">Confirmed. You can close this window.</Text>
        ) : (
          <Entering returned={returned} />
        )}
      </Paper>
    </Page>
  );
}

function Waiting() {
  return (
    <Center>
      <Loader aria-label="Signing in" />
    </Center>
  );
}

function Failed({ error }: { readonly error: unknown }) {
  return (
    <Stack gap="md">
      <ErrorNotice error={error} title="Sign-in failed" />
      <Button component="a" href="/console/sign-in" variant="default">
        Back to sign-in
      </Button>
    </Stack>
  );
}

function Entering({ returned }: { readonly returned: Exclude<Returned, { purpose: "confirm" }> }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { path } = returned;
  const isIn = returned.purpose === "link" || returned.entered.stage === "complete";
  const goOn = () => {
    queryClient.clear();
    void navigate({ ...splitPath(path), replace: true });
  };
  useEffect(() => {
    if (isIn) goOn();
  });
  return isIn ? <Waiting /> : <EntrySteps entered={returned.entered} onDone={goOn} />;
}

/** Takes the response out of the address bar and the history: it holds a code. */
function takeResponse(): string {
  const response = window.location.search.slice(1);
  window.history.replaceState(window.history.state, "", window.location.pathname);
  return response;
}

async function finish(response: string): Promise<Returned> {
  const [purpose] = new URLSearchParams(response).get("state")?.split(".") ?? [];
  const body = { response };
  if (purpose === "confirm") {
    await send("post", "/console/api/me/confirm/sso/complete", { body, isProof: true });
    reportSsoConfirmation();
    return { purpose };
  }
  if (purpose === "link") {
    await send("post", "/console/api/me/sso/link/complete", { body, isProof: true });
    return { purpose, path: "/me/security" };
  }
  const entered = await send("post", "/console/api/sign-in/sso/complete", { body, isProof: true });
  return { purpose: "sign_in", entered, path: wayBack(entered.return_to) };
}
