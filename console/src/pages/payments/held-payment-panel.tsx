import { Group, Stack, Text } from "@mantine/core";
import { CopyButton } from "../../kit/copy-button.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { paymentTypeLabel } from "../../kit/transfer-type-words.ts";
import { When } from "../../kit/when.tsx";
import { workspacePath } from "../../workspace/workspace-path.ts";
import type { HeldPayment, ShownHeld } from "./held-payment.ts";
import { HoldBadge } from "./hold-badge.tsx";
import { holdWords } from "./payment-words.ts";
import { ReturnDialog } from "./return-dialog.tsx";
import { SenderDisclosure } from "./sender-disclosure.tsx";
import { useWhyUndecidable } from "./use-why-undecidable.ts";

/** Details and sender of a held payment. */
export function HeldPaymentPanel({ payment }: { readonly payment: HeldPayment }) {
  return (
    <Stack>
      <Section title="Details">
        <Facts items={factsOf(payment)} />
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
    ["Intended for", ownerWords(payment.owner)],
    ["Network", <StatusBadge key="network" status={network} tone="neutral" />],
    ["Rail", payment.is_debit ? `${paymentTypeLabel(payment.type)} debit` : paymentTypeLabel(payment.type)],
    ["Sent to", payment.sent_to],
    ["Received", <When key="received" at={payment.received_at} />],
    ["Held since", hold === null ? undefined : <When key="since" at={hold.since} />],
  ] as const;
}

/** "transfers/01J8…" by its kind, with the id to copy. */
function ownerWords(owner: string | null) {
  const [kind, id] = (owner ?? "").split("/");
  if (kind === undefined || id === undefined) return owner;
  return (
    <Group gap={4} component="span" display="inline-flex">
      {statusWords(kind.replace(/s$/, ""))}
      <CopyButton value={id} label="Copy ID of the intended owner" />
    </Group>
  );
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

export function ReturnButton({ shown }: { readonly shown: ShownHeld }) {
  const { payment, return_codes: codes } = shown;
  const undecidable = useWhyUndecidable(payment);
  if (payment.hold === null || payment.return_id !== null) return null;
  return <ReturnDialog payment={payment} codes={codes} disabledReason={undecidable} />;
}
