import { Alert, Button, Group, Stack } from "@mantine/core";
import { isCanceled } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PartyLine } from "../../kit/party-line.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { EndChoice, MovementKind } from "./movement.ts";
import { movementWords } from "./movement-words.ts";

interface ConfirmMovementProps {
  readonly kind: MovementKind;
  readonly valueType: string;
  readonly amount: string;
  readonly source: EndChoice | undefined;
  readonly destination: EndChoice | undefined;
  readonly move: { readonly isPending: boolean; readonly error: unknown; mutate(): void };
  readonly onClose: () => void;
}

/** Summary of a mint, burn or transfer, to be confirmed before it is sent. */
export function ConfirmMovement(props: ConfirmMovementProps) {
  const { kind, valueType, amount, source, destination, move, onClose } = props;
  const { network } = useWorkspace();
  const { title, warning } = movementWords[kind];
  const hasFailed = move.error !== null && !isCanceled(move.error);
  return (
    <Stack gap="md">
      <Facts
        items={[
          ["Amount", <Amount key="amount" value={amount} asset={valueType} inline />],
          ["From", source && <PartyLine key="from" party={source.party} />],
          ["To", destination && <PartyLine key="to" party={destination.party} />],
          ["Network", network],
        ]}
      />
      <Alert color={network === "mainnet" ? "red" : "yellow"}>{warning}</Alert>
      {hasFailed ? <ErrorNotice error={move.error} /> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={move.isPending}>
          Cancel
        </Button>
        <Button
          onClick={() => move.mutate()}
          loading={move.isPending}
          {...(kind === "burn" ? { color: "red" } : {})}
        >
          {title} {valueType}
        </Button>
      </Group>
    </Stack>
  );
}
