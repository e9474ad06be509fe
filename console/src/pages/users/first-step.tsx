import { Anchor, Divider, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { signInMethodsQuery } from "../../session/sign-in-methods.ts";
import type { Entered } from "./entered.ts";
import { EntrySteps } from "./entry-steps.tsx";
import { SsoButton } from "./sso-button.tsx";

interface FirstStepProps {
  readonly entered: Entered | undefined;
  readonly returnTo: string;
  readonly onDone: () => void;
}

/** Single sign-on, if there is an identity provider; otherwise email and password. */
export function FirstStep({ entered, returnTo, onDone }: FirstStepProps) {
  const { data: methods } = useQuery(signInMethodsQuery);
  const [isBreakGlass, setIsBreakGlass] = useState(false);
  const steps = <EntrySteps entered={entered} onDone={onDone} />;
  if (entered !== undefined || methods === undefined || methods.sso === null) return steps;
  return (
    <Stack gap="md">
      <SsoButton name={methods.sso} returnTo={returnTo} />
      {methods.local || isBreakGlass ? (
        <>
          <Divider label="or" />
          {steps}
        </>
      ) : (
        <Anchor component="button" type="button" size="sm" onClick={() => setIsBreakGlass(true)}>
          Use a break-glass account
        </Anchor>
      )}
    </Stack>
  );
}
