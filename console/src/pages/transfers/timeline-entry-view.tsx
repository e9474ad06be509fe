import { Group, List, Stack, Text } from "@mantine/core";
import { BellRing, BookText, Boxes, Flag, Landmark, UserCheck } from "lucide-react";
import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { PageLink } from "../../kit/page-link.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import type { TimelineEntry as ShownEntry } from "../../kit/timeline.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { When } from "../../kit/when.tsx";
import { NoDeliveries } from "./no-deliveries.tsx";
import type { RecordLinks } from "./record-links.ts";
import { actionWords, actorWords, stepWords } from "./timeline-words.ts";
import { TransactionId } from "./transaction-id.tsx";
import type { TransferTimeline } from "./transfer.ts";

type Entry = TransferTimeline["entries"][number];
type Of<Type extends Entry["type"]> = Extract<Entry, { readonly type: Type }>;

/** Maps an entry of the API's timeline to a kit timeline entry. */
export function timelineEntryView(entry: Entry, links: RecordLinks): ShownEntry {
  switch (entry.type) {
    case "state":
      return stateView(entry);
    case "posting":
      return postingView(entry, links);
    case "chain_transaction":
      return transactionView(entry);
    case "payment":
      return paymentView(entry, links);
    case "event":
      return eventView(entry, links);
    case "audit":
      return auditView(entry);
  }
}

function stateView({ at, status, step, failure_type, failure_code, by }: Of<"state">): ShownEntry {
  const failure = [failure_type === null ? null : statusWords(failure_type), failure_code]
    .filter((word) => word !== null)
    .join(", ");
  return {
    title: stepWords(status, step),
    at,
    status,
    icon: Flag,
    body: (
      <>
        {failure === "" ? null : <div>{failure}</div>}
        <div>By {actorWords(by)}</div>
      </>
    ),
  };
}

function postingView({ at, effect, operation, lines }: Of<"posting">, links: RecordLinks): ShownEntry {
  return {
    title: `Ledger: ${effect.replaceAll(/[-_]/g, " ")}`,
    at,
    icon: BookText,
    body:
      lines.length === 0 ? (
        statusWords(operation)
      ) : (
        <List size="sm" listStyleType="none" withPadding={false}>
          {lines.map(({ account, amount, asset }) => (
            <List.Item key={`${account} ${amount}`}>
              <Group gap="xs" wrap="wrap">
                <Amount value={amount} asset={asset} inline />
                <Text component="code" size="xs" ff="monospace" style={{ overflowWrap: "anywhere" }}>
                  <MaybeLink to={links.ledgerAccount(account)}>{account}</MaybeLink>
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
      ),
  };
}

const endWords = {
  source: "source transaction",
  destination: "destination transaction",
  refund: "refund transaction",
};

function transactionView(entry: Of<"chain_transaction">): ShownEntry {
  const { at, end, chain, state, transaction_id, block_height, confirmations, failure_reason } = entry;
  const block = block_height === null ? null : `Block ${block_height}`;
  const confirmed =
    confirmations === null
      ? null
      : `${confirmations} ${confirmations === 1 ? "confirmation" : "confirmations"}`;
  return {
    title: `${transferTypeWords(chain)}: ${endWords[end]}`,
    at,
    status: state,
    icon: Boxes,
    body: (
      <Stack gap={2}>
        {transaction_id === null ? (
          <span>No transaction yet</span>
        ) : (
          <TransactionId id={transaction_id} explorerUrl={entry.explorer_url} />
        )}
        {block === null ? null : (
          <span>{[block, confirmed].filter((part) => part !== null).join(" · ")}</span>
        )}
        {failure_reason === null ? null : <span>{statusWords(failure_reason)}</span>}
      </Stack>
    ),
  };
}

function paymentView(entry: Of<"payment">, links: RecordLinks): ShownEntry {
  const { at, direction, rail, amount, status, reason_code, reason, entry: bank } = entry;
  return {
    title: `${direction === "inbound" ? "Incoming" : "Outgoing"} ${transferTypeWords(rail)} payment`,
    at,
    status,
    icon: Landmark,
    body: (
      <Stack gap={2}>
        <Group gap="xs">
          <Amount value={amount} asset="USD" inline />
          <CopyId id={entry.payment_id} of="payment" to={links.payment(entry.payment_id)} />
        </Group>
        {reason_code === null ? null : <span>{`${reason_code}: ${reason ?? ""}`}</span>}
        {bank === null ? null : <BankEntry bank={bank} links={links} />}
      </Stack>
    ),
  };
}

interface BankEntryProps {
  readonly bank: NonNullable<Of<"payment">["entry"]>;
  readonly links: RecordLinks;
}

function BankEntry({ bank, links }: BankEntryProps) {
  const { state, trace_number, file, settles_at } = bank;
  return (
    <>
      <Group gap="xs">
        <span>Bank status:</span>
        <StatusBadge status={state} />
        {trace_number === null ? null : <span>{`Trace number ${trace_number}`}</span>}
      </Group>
      {file === null ? null : (
        <span style={{ overflowWrap: "anywhere" }}>
          {file.state === "sent" ? "Sent" : "Batched"} in{" "}
          <MaybeLink to={links.bankFile(file.id)}>{file.name}</MaybeLink>
        </span>
      )}
      {settles_at === null ? null : (
        <span>
          Settles <When at={settles_at} />
        </span>
      )}
    </>
  );
}

function eventView({ at, event_type, event_id, deliveries }: Of<"event">, links: RecordLinks): ShownEntry {
  return {
    title: `${deliveries.length === 0 ? "Event" : "Webhook sent"}: ${event_type}`,
    at,
    icon: BellRing,
    body: (
      <Stack gap={2}>
        <CopyId id={event_id} of="event" to={links.event(event_id)} />
        {deliveries.length === 0 ? <NoDeliveries at={at} /> : null}
        {deliveries.map((delivery) => (
          <Group key={delivery.id} gap="xs">
            <StatusBadge status={delivery.status} />
            <span>{delivery.host}</span>
            <MaybeLink to={links.delivery(delivery.subscription_id, delivery.id)}>
              {`Attempt ${delivery.attempt_number}`}
            </MaybeLink>
            {delivery.status_code === null ? null : <span>{`HTTP ${delivery.status_code}`}</span>}
            {delivery.failure_message === null ? null : <span>{delivery.failure_message}</span>}
          </Group>
        ))}
      </Stack>
    ),
  };
}

function MaybeLink({ to, children }: { readonly to: string | undefined; readonly children: string }) {
  if (to === undefined) return <span>{children}</span>;
  // A 24 px target for touch (WCAG 2.5.8), although the lines are close together.
  return (
    <PageLink to={to} display="inline-block" lh="24px">
      {children}
    </PageLink>
  );
}

function auditView({ at, action, by, reason }: Of<"audit">): ShownEntry {
  return {
    title: actionWords(action),
    at,
    icon: UserCheck,
    body: (
      <>
        {reason === null ? null : <div>{reason}</div>}
        <div>By {actorWords(by)}</div>
      </>
    ),
  };
}
