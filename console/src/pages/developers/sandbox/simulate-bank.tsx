import { Autocomplete, Group, Text } from "@mantine/core";
import { useState } from "react";
import { validationIssueAt } from "../../../api/api-error.ts";
import { send } from "../../../api/client.ts";
import { ConfirmButton } from "../../../kit/confirm-button.tsx";
import { DialogButton } from "../../../kit/dialog-button.tsx";
import { Form } from "../../../kit/form.tsx";
import { Section } from "../../../kit/section.tsx";
import { useAttempt } from "../../../kit/use-attempt.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { useMaySimulate, useSimulation } from "./use-simulation.ts";

interface SimulateBankProps {
  readonly accountId: string;
  readonly transferId: string;
  /** Whether the payment goes by ACH: its returns have Nacha codes. */
  readonly isAch: boolean;
}

const path =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/simulations/transfers/{transfer_id}";
const done = "It is in the sandbox bank's next file.";

/** Testnet only: what the bank does with the payment of a transfer. */
export function SimulateBank({ accountId, transferId, isAch }: SimulateBankProps) {
  const { params } = useWorkspace();
  const isShown = useMaySimulate();
  const place = { path: { ...params, account_id: accountId, transfer_id: transferId } };
  const settle = useSimulation(
    () => send("post", `${path}/settle`, { params: place, idempotent: true }),
    done,
  );
  const reject = useSimulation(
    () => send("post", `${path}/reject`, { params: place, idempotent: true }),
    done,
  );
  if (!isShown) return null;
  return (
    <Section title="Sandbox" description="Testnet only: decide what the bank does with this payment.">
      <Group gap="xs">
        <ReturnButton
          isAch={isAch}
          onReturn={(code) =>
            send("post", `${path}/return`, { params: place, body: { code }, idempotent: true })
          }
        />
        <ConfirmButton
          label="Simulate settlement"
          title="Settle this payment now?"
          explain="The bank settles it now, regardless of the clock."
          onConfirm={() => settle(undefined)}
        />
        <ConfirmButton
          label="Simulate a rejection"
          title="Reject this payment?"
          explain="The bank rejects it; an ACH entry is returned before settlement."
          onConfirm={() => reject(undefined)}
        />
      </Group>
    </Section>
  );
}

interface ReturnButtonProps {
  readonly isAch: boolean;
  readonly onReturn: (code: string) => Promise<unknown>;
}

const achCodes = [
  "R01 Insufficient funds",
  "R02 Account closed",
  "R03 No account",
  "R10 Not authorized",
  "R29 Not authorized, corporate",
];
const isoCodes = ["AC03 Invalid account", "AC04 Closed account", "AC06 Blocked account", "AM09 Wrong amount"];

function ReturnButton({ isAch, onReturn }: ReturnButtonProps) {
  const codes = isAch ? achCodes : isoCodes;
  const [text, setText] = useState(codes[0] ?? "");
  const form = useAttempt();
  const simulate = useSimulation(onReturn, done);
  return (
    <DialogButton label="Simulate a return" title="Simulate a return">
      {(close) => (
        <Form
          form={form}
          label="Return payment"
          onSubmit={() => simulate(codeIn(text)).then(close)}
          onCancel={close}
        >
          <Text size="sm">The receiving bank returns the payment, before or after settlement.</Text>
          <Autocomplete
            label="Return code"
            description={isAch ? "A Nacha return code." : "An ISO 20022 return reason."}
            required
            data={codes}
            value={text}
            error={validationIssueAt(form.error, "/code")}
            onChange={setText}
          />
        </Form>
      )}
    </DialogButton>
  );
}

function codeIn(text: string): string {
  return text.trim().split(" ")[0]?.toUpperCase() ?? "";
}
