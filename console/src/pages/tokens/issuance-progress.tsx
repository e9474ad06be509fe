import { Button, Group, Loader, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { DeploymentStatus } from "./deployments-section.tsx";
import { issuanceSentence, issuanceTitle } from "./issuance-words.ts";
import type { Deployment } from "./token.ts";
import { tokenQuery } from "./token-query.ts";

const everyMs = 1500;

/** Deployment progress of a new token by chain, refreshed live. */
export function IssuanceProgress({ valueType }: { readonly valueType: string }) {
  const link = useWorkspaceLink();
  const { data, error, refetch } = useQuery({
    ...tokenQuery(useWorkspace(), valueType),
    ...useLive(everyMs),
  });
  return (
    <Section title={data === undefined ? valueType : issuanceTitle(data)}>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={120} /> : null}
      {data === undefined ? null : (
        <Stack gap="sm">
          <Text size="sm" role="status">
            {issuanceSentence(data)}
          </Text>
          {data.deployments.map((deployment) => (
            <ChainProgress key={deployment.transfer_type} deployment={deployment} />
          ))}
          <Group mt="sm">
            <Button component={ConsoleLink} to={link("tokens", valueType)}>
              View token
            </Button>
          </Group>
        </Stack>
      )}
    </Section>
  );
}

function ChainProgress({ deployment }: { readonly deployment: Deployment }) {
  const isMoving = deployment.status === "queued" || deployment.status === "deploying";
  return (
    <Group gap="sm">
      <Text w={90} fw={500} size="sm">
        {transferTypeWords(deployment.transfer_type)}
      </Text>
      <DeploymentStatus deployment={deployment} />
      {isMoving ? <Loader size="xs" aria-hidden /> : null}
      {deployment.contract_address === null ? null : (
        <CopyId id={deployment.contract_address} of="contract" />
      )}
    </Group>
  );
}
