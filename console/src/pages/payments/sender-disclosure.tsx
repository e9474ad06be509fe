import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { isCanceled, send } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { useCan } from "../../session/use-me.ts";
import type { HeldPayment } from "./held-payment.ts";

type Sender = Awaited<ReturnType<typeof disclose>>;

/** Who sent it: masked, and in full for who asks. Nothing of it stays when the page is left. */
export function SenderDisclosure({ payment }: { readonly payment: HeldPayment }) {
  const mayDisclose = useCan("suspense.disclose");
  const [whole, setWhole] = useState<Sender>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const show = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      setWhole(await disclose(payment.id));
    } catch (thrown) {
      if (!isCanceled(thrown)) setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Section
      title="The sender"
      actions={
        whole === undefined ? (
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            disabled={!mayDisclose}
            title={mayDisclose ? undefined : "Your role may not see who sent it."}
            onClick={() => void show()}
          >
            Show in full
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={() => setWhole(undefined)}>
            Mask again
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {error === undefined ? null : <ErrorNotice error={error} />}
        <Facts items={whole === undefined ? maskedFacts(payment) : wholeFacts(whole)} />
        {whole === undefined && mayDisclose ? (
          <Group>
            <Text size="xs" c="dimmed">
              Whoever looks is written into the audit log.
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
    ["Name", sender.name ?? "None was told"],
    ["Account", sender.account_number],
    ["Bank", sender.bank_name],
  ] as const;
}

function wholeFacts(sender: Sender) {
  return [
    ["Name", sender.name ?? "None was told"],
    ["Bank", sender.bank_name],
    ["Routing number", sender.bank_routing_number],
    ["Reference", sender.reference ?? "None"],
    ["IMAD", sender.imad],
    ["Trace number", sender.trace_number],
  ] as const;
}
