import { Group, Stack, Text } from "@mantine/core";
import { Amount } from "../../kit/amount.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { paymentTypeLabel } from "../../kit/transfer-type-words.ts";
import { When } from "../../kit/when.tsx";
import { workspacePath } from "../../workspace/workspace-path.ts";
import type { HeldPayment, ShownHeld } from "./held-payment.ts";
import { HoldBadge } from "./hold-badge.tsx";
import { holdWords } from "./payment-words.ts";
import { ReturnDialog } from "./return-dialog.tsx";
import { SenderDisclosure } from "./sender-disclosure.tsx";
import { useWhyUndecidable } from "./use-why-undecidable.ts";

/** The held payment: details, sender, and its return. */
export function HeldPaymentPanel({ shown }: { readonly shown: ShownHeld }) {
  const { payment, return_codes: codes } = shown;
  return (
    <Stack>
      <Section title="Payment">
        <Stack gap="md">
          <Group justify="space-between" align="baseline" gap="xs">
            <Text fz="1.5rem" fw={600}>
              <Amount inline value={payment.amount.value} asset={payment.amount.currency} />
            </Text>
            {payment.hold === null ? <StatusBadge status={payment.status} /> : null}
          </Group>
          <Facts items={factsOf(payment)} />
          <ReturnButton payment={payment} codes={codes} />
        </Stack>
      </Section>
      <SenderDisclosure payment={payment} />
    </Stack>
  );
}

function factsOf(payment: HeldPayment) {
  const { hold, tenant, account, network } = payment;
  return [
    ["Hold reason", hold === null ? undefined : <HoldReason key="reason" hold={hold} />],
    [
      "Tenant",
      tenant === null ? (
        "Unassigned"
      ) : (
        <PageLink key="tenant" to={workspacePath(tenant.id, network)}>
          {tenant.name ?? tenant.id}
        </PageLink>
      ),
    ],
    ["Account", account === null ? undefined : (account.name ?? account.id)],
    ["Intended for", payment.owner],
    ["Network", <StatusBadge key="network" status={network} tone="neutral" />],
    ["Rail", payment.is_debit ? `${paymentTypeLabel(payment.type)} debit` : paymentTypeLabel(payment.type)],
    ["Sent to", payment.sent_to],
    ["Received", <When key="received" at={payment.received_at} />],
    ["Held since", hold === null ? undefined : <When key="since" at={hold.since} />],
  ] as const;
}

function HoldReason({ hold }: { readonly hold: NonNullable<HeldPayment["hold"]> }) {
  return (
    <Stack gap={4} align="flex-start">
      <HoldBadge reason={hold.reason} />
      <Text size="sm">{holdWords[hold.reason][1]}</Text>
      {hold.note === null ? null : (
        <Text size="sm" c="dimmed">
          {hold.note}
        </Text>
      )}
    </Stack>
  );
}

function ReturnButton({
  payment,
  codes,
}: {
  readonly payment: HeldPayment;
  readonly codes: ShownHeld["return_codes"];
}) {
  const undecidable = useWhyUndecidable(payment);
  if (payment.hold === null || payment.return_id !== null) return null;
  return (
    <Group>
      <ReturnDialog payment={payment} codes={codes} disabledReason={undecidable} />
    </Group>
  );
}
