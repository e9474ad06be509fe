import { Group, List, Stack, Text } from "@mantine/core";
import { BellRing, BookText, Boxes, Landmark } from "lucide-react";
import { Amount } from "../../kit/amount.tsx";
import { CopyButton } from "../../kit/copy-button.tsx";
import { MaybeLink } from "../../kit/maybe-link.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import type { TimelineEntry as ShownEntry } from "../../kit/timeline.tsx";
import { transferTypeWords } from "../../kit/transfer-type-words.ts";
import { When } from "../../kit/when.tsx";
import { now } from "../../system-clock.ts";
import type { RecordEntry } from "./fold-entries.ts";
import { NoDeliveries } from "./no-deliveries.tsx";
import type { RecordLinks } from "./record-links.ts";
import { namedPath, settlementWords } from "./timeline-words.ts";
import { TransactionId } from "./transaction-id.tsx";

type Of<Type extends RecordEntry["type"]> = Extract<RecordEntry, { readonly type: Type }>;

export interface RecordContext {
  readonly links: RecordLinks;
  /** Names of addresses and accounts by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Maps a record of the API's timeline to a kit timeline entry. */
export function recordView(entry: RecordEntry, context: RecordContext): ShownEntry {
  switch (entry.type) {
    case "posting":
      return postingView(entry, context);
    case "chain_transaction":
      return transactionView(entry);
    case "payment":
      return paymentView(entry, context.links);
    case "event":
      return eventView(entry, context.links);
  }
}

function postingView(entry: Of<"posting">, { links, names }: RecordContext): ShownEntry {
  const { at, effect, operation, lines, sequence } = entry;
  return {
    title: `Ledger: ${effect.replaceAll(/[-_]/g, " ")}`,
    at,
    icon: BookText,
    body: (
      <>
        {lines.length === 0 ? <div>{statusWords(operation)}</div> : null}
        <List size="sm" listStyleType="none" withPadding={false}>
          {lines.map(({ account, amount, asset }) => (
            <List.Item key={`${account} ${amount}`}>
              <Group gap="xs" wrap="wrap">
                <Amount value={amount} asset={asset} inline />
                <Text component="span" size="sm" style={{ overflowWrap: "anywhere" }} title={account}>
                  <MaybeLink to={links.ledgerAccount(account)}>{namedPath(account, names)}</MaybeLink>
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
        <MaybeLink to={links.ledgerRecord(sequence)}>{`Ledger record #${sequence}`}</MaybeLink>
      </>
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
          <MaybeLink to={links.payment(entry.payment_id)}>Payment</MaybeLink>
          <CopyButton value={entry.payment_id} label="Copy payment ID" />
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
          {settlementWords(settles_at, now())} <When at={settles_at} />
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
        <Group gap="xs">
          <MaybeLink to={links.event(event_id)}>Event</MaybeLink>
          <CopyButton value={event_id} label="Copy event ID" />
        </Group>
        {deliveries.length === 0 ? <NoDeliveries at={at} /> : null}
        {deliveries.map((delivery) => (
          <Group key={delivery.id} gap="xs">
            <StatusBadge status={delivery.status} />
            <span>{delivery.host}</span>
            <MaybeLink to={links.delivery(delivery.subscription_id, delivery.id)}>
              {`Attempt ${delivery.attempt_number}`}
            </MaybeLink>
            {delivery.status_code === null ? null : <span>{`HTTP ${delivery.status_code}`}</span>}
            {delivery.failure_message === null || delivery.status_code !== null ? null : (
              <span>{delivery.failure_message}</span>
            )}
          </Group>
        ))}
      </Stack>
    ),
  };
}
