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
import { EntrySteps } from "./entry-steps.tsx";

/** The way in. Somebody who has shown only the password goes on from there. */
export function SignInPage() {
  const { data: me, isPending } = useQuery({ ...meQuery, refetchOnWindowFocus: false });
  return <Page title="Sign in">{isPending ? <Waiting /> : <Entry me={me} />}</Page>;
}

function Waiting() {
  return (
    <Center>
      <Loader aria-label="Looking who you are" />
    </Center>
  );
}

function Entry({ me }: { readonly me: Me | undefined }) {
  const { next } = useSearch({ strict: false }) as { readonly next?: unknown };
  // As it was at first: on the way in, recovery codes are shown to somebody who is in already.
  const [before, setBefore] = useState(me);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const isIn = before?.stage === "complete";
  const goOn = () => navigate({ ...splitPath(wayBack(next)), replace: true });
  useEffect(() => {
    if (isIn) void goOn();
  });
  if (isIn) return <Waiting />;
  const enter = () => {
    // What was read as somebody else, or as nobody, is not true any more.
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
        <EntrySteps key={before?.person.id ?? "nobody"} entered={before} onDone={enter} />
      </Paper>
      {before === undefined ? null : (
        <Text size="sm" ta="center" mt="md">
          Signing in as {before.person.email}.{" "}
          <Anchor component="button" type="button" inherit onClick={() => void leave()}>
            Be somebody else
          </Anchor>
        </Text>
      )}
    </>
  );
}
