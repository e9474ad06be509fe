import { Anchor, Center, Loader, Paper, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Page } from "../../kit/page.tsx";
import { splitPath } from "../../kit/split-path.ts";
import type { Me } from "../../session/me.ts";
import { meQuery } from "../../session/me-query.ts";
import { wayBack } from "../../session/sign-in-path.ts";
import { useSignOut } from "../../session/use-sign-out.ts";
import { FirstStep } from "./first-step.tsx";

/** Sign-in page. A user who has entered only the password continues from there. */
export function SignInPage() {
  const { data: me, isPending } = useQuery({ ...meQuery, refetchOnWindowFocus: false });
  return <Page title="Sign in">{isPending ? <Loading /> : <SignIn me={me} />}</Page>;
}

function Loading() {
  return (
    <Center>
      <Loader aria-label="Loading" />
    </Center>
  );
}

function SignIn({ me }: { readonly me: Me | undefined }) {
  const { next } = useSearch({ strict: false }) as { readonly next?: unknown };
  // The initial state: recovery codes may still be shown although the user is signed in already.
  const [before, setBefore] = useState(me);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const isIn = before?.stage === "complete";
  const goOn = () => navigate({ ...splitPath(wayBack(next)), replace: true });
  useEffect(() => {
    if (isIn) void goOn();
  });
  if (isIn) return <Loading />;
  const enter = () => {
    // Data cached for another user, or without a session, is no longer valid.
    queryClient.clear();
    void goOn();
  };
  const leave = async () => {
    await signOut();
    setBefore(undefined);
  };
  return (
    <>
      <Paper withBorder p="lg">
        <FirstStep
          key={before?.user.id ?? "signed-out"}
          entered={before}
          returnTo={wayBack(next)}
          onDone={enter}
        />
      </Paper>
      {before === undefined ? null : (
        <Text size="sm" ta="center" mt="md">
          Signing in as {before.user.email}.{" "}
          <Anchor component="button" type="button" inherit onClick={() => void leave()}>
            Use a different account
          </Anchor>
        </Text>
      )}
    </>
  );
}
