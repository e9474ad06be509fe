import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { useAttempt } from "../../kit/use-attempt.ts";
import { useCan } from "../../session/use-me.ts";
import type { HeldPayment } from "./held-payment.ts";

type Sender = Awaited<ReturnType<typeof disclose>>;

/** The sender, masked unless unmasked by the user. Unmasked data is dropped when the user leaves the page. */
export function SenderDisclosure({ payment }: { readonly payment: HeldPayment }) {
  const mayDisclose = useCan("suspense.disclose");
  const [unmasked, setUnmasked] = useState<Sender>();
  const { isBusy, error, attempt } = useAttempt();
  return (
    <Section
      title="Sender"
      actions={
        unmasked === undefined ? (
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            disabled={!mayDisclose}
            title={mayDisclose ? undefined : "Your role can't view sender details."}
            onClick={() => void attempt(async () => setUnmasked(await disclose(payment.id)))}
          >
            Show full details
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={() => setUnmasked(undefined)}>
            Mask
          </Button>
        )
      }
    >
      <Stack gap="sm">
        <ErrorNotice error={error} />
        <Facts items={unmasked === undefined ? maskedFacts(payment) : unmaskedFacts(unmasked)} />
        {unmasked === undefined && mayDisclose ? (
          <Group>
            <Text size="xs" c="dimmed">
              Viewing is recorded in the audit log.
            </Text>
          </Group>
        ) : null}
      </Stack>
    </Section>
  );
}

function disclose(paymentId: string) {
  return send("post", "/console/api/suspense/{payment_id}/sender", {
    params: { path: { payment_id: paymentId } },
  });
}

function maskedFacts({ sender }: HeldPayment) {
  return [
    ["Name", sender.name ?? "Not provided"],
    ["Account", sender.account_number],
    ["Bank", sender.bank_name],
  ] as const;
}

function unmaskedFacts(sender: Sender) {
  return [
    ["Name", sender.name ?? "Not provided"],
    ["Bank", sender.bank_name],
    ["Routing number", sender.bank_routing_number],
    ["Reference", sender.reference ?? "None"],
    ["IMAD", sender.imad],
    ["Trace number", sender.trace_number],
  ] as const;
}
