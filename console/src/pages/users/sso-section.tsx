import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import { Section } from "../../kit/section.tsx";
import { useAttempt } from "../../kit/use-attempt.ts";
import { signInMethodsQuery } from "../../session/sign-in-methods.ts";
import { useMe } from "../../session/use-me.ts";
import { FormAlert } from "./form-alert.tsx";

/** Connects a local user to the identity provider. */
export function SsoSection() {
  const { user } = useMe();
  const { data: methods } = useQuery(signInMethodsQuery);
  const { isBusy, error, attempt } = useAttempt();
  if (methods === undefined || methods.sso === null) return null;
  const { sso: name } = methods;
  const connect = () =>
    attempt(async () => {
      const { url } = await send("post", "/console/api/me/sso/link");
      window.location.assign(url);
    });
  return (
    <Section
      title="Single sign-on"
      description="Once connected, you sign in there, and your groups there decide your roles."
    >
      {user.source === "local" ? (
        <>
          <FormAlert error={error} />
          <Group>
            <Button variant="default" loading={isBusy} onClick={() => void connect()}>
              Connect {name}
            </Button>
          </Group>
        </>
      ) : (
        <Text size="sm">You sign in with {name}.</Text>
      )}
    </Section>
  );
}
