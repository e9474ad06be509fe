import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { CopyId } from "../../../kit/copy-id.tsx";
import { Curl } from "../../../kit/curl.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { saveText } from "../../../kit/save-file.ts";
import { SecretOnce } from "../../../kit/secret-once.tsx";
import { When } from "../../../kit/when.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { accessQuery } from "../access-query.ts";
import type { Application } from "./application-queries.ts";
import { type Credentials, envFile, firstCall, jsonFile } from "./credentials-file.ts";
import { firstCallPath } from "./first-call-path.ts";

/** A newly created secret. */
export interface MadeSecret {
  readonly application: Application;
  readonly clientSecret: string;
  readonly previousEnds: string | null;
}

/** Shows the new secret once, with downloads and a first request. */
export function NewCredentials({ application, clientSecret, previousEnds }: MadeSecret) {
  const { data: access } = useQuery(accessQuery(useWorkspace()));
  const credentials: Credentials = { clientId: application.client_id, clientSecret };
  return (
    <Stack gap="md">
      <SecretOnce
        label="Client secret"
        secret={clientSecret}
        fileName={`${fileName(application)}-secret.txt`}
      />
      <Facts
        items={[
          ["Client ID", <CopyId key="id" id={application.client_id} of="client" full />],
          [
            "Previous secret valid until",
            previousEnds === null ? null : <When key="ends" at={previousEnds} exact />,
          ],
        ]}
      />
      {access === undefined ? null : (
        <>
          <Group gap="xs">
            <FileButton
              label="Download .env"
              name={`${fileName(application)}.env`}
              text={envFile(credentials, access)}
            />
            <FileButton
              label="Download JSON"
              name={`${fileName(application)}.json`}
              text={jsonFile(credentials, access)}
            />
          </Group>
          <Curl
            label="Get a token and use it"
            request={firstCall(
              credentials,
              access,
              firstCallPath(application.scopes, application.account_id),
            )}
          />
        </>
      )}
    </Stack>
  );
}

function FileButton({
  label,
  name,
  text,
}: {
  readonly label: string;
  readonly name: string;
  readonly text: string;
}) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Download size={14} aria-hidden />}
      onClick={() => saveText(name, text)}
    >
      {label}
    </Button>
  );
}

function fileName({ name, network }: Application): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return `${plain.replaceAll(/^-|-$/g, "") || "application"}-${network}`;
}
