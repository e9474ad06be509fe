import { Group } from "@mantine/core";
import { Amount } from "../../kit/amount.tsx";
import { CopyButton } from "../../kit/copy-button.tsx";
import { type Fact, Facts } from "../../kit/facts.tsx";
import { MaybeLink } from "../../kit/maybe-link.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { When } from "../../kit/when.tsx";
import { ObjectRequest } from "../developers/requests/object-request.tsx";
import { memoWords } from "./memo-words.ts";
import { purposeWords } from "./purpose-words.ts";
import type { RecordLinks } from "./record-links.ts";
import { TransactionId } from "./transaction-id.tsx";
import type { Transfer, TransferTimeline, WorkspaceTransfer } from "./transfer.ts";
import { useRecordLinks } from "./use-record-links.ts";

interface TransferFactsProps {
  readonly row: WorkspaceTransfer;
  /** Loaded separately; the page does not wait for it. */
  readonly transfer: Transfer | undefined;
  readonly entries: TransferTimeline["entries"];
  readonly parties: TransferTimeline["parties"];
}

export function TransferFacts({ row, transfer, entries, parties }: TransferFactsProps) {
  const link = useWorkspaceLink();
  const links = useRecordLinks(row.account_id);
  return (
    <Facts
      items={[
        ["Fee", <Amount key="fee" value={row.fee} asset="USD" inline />],
        ...endFacts("Source", row.source, { links, entries, party: parties.source }),
        ...endFacts("Destination", row.destination, { links, entries, party: parties.destination }),
        ...textFacts(transfer),
        [
          "Account",
          <PageLink key="account" to={link("accounts", row.account_id)}>
            {row.account_name ?? row.account_id}
          </PageLink>,
        ],
        [
          "Automation",
          row.automation_id === null ? null : (
            <PageLink key="automation" to={link("automations", row.account_id, row.automation_id)}>
              Open automation
            </PageLink>
          ),
        ],
        ["Failure", failureOf(row, transfer)],
        ["Note", row.note],
        ["API request", <ObjectRequest key="request" objectId={row.id} />],
        ["Created", <When key="created" at={row.created_at} />],
        ["Completed", row.completed_at === null ? null : <When key="completed" at={row.completed_at} />],
      ]}
    />
  );
}

/** Texts for the recipient, and the rail that it took instead of the requested one. */
function textFacts(transfer: Transfer | undefined): readonly Fact[] {
  if (transfer === undefined) return [];
  const {
    memo,
    reference,
    reference_as_sent,
    purpose,
    fallback_reason,
    requested_transfer_type,
    value_type,
  } = transfer.destination;
  return [
    ["Memo", memo === null ? null : memoWords(memo)],
    ["Reference", reference],
    ["Reference as sent", reference_as_sent === reference ? null : reference_as_sent],
    ["Purpose", purpose === null ? null : purposeWords[purpose]],
    [
      "Requested",
      fallback_reason === null ? null : placeWords({ value_type, transfer_type: requested_transfer_type }),
    ],
    ["Fallback reason", fallback_reason],
  ];
}

interface Known {
  readonly links: RecordLinks;
  readonly entries: TransferTimeline["entries"];
  readonly party: TransferTimeline["parties"]["source"];
}

function endFacts(
  label: string,
  end: WorkspaceTransfer["source"],
  { links, entries, party }: Known,
): readonly Fact[] {
  const { address_id: address, transaction_id: transaction, payment_id: payment } = end;
  return [
    [label, placeWords(end)],
    [
      `${label} address`,
      address === null ? null : (
        <IdLink key="address" id={address} of="address" to={links.address(address)}>
          {party.owner ?? party.name ?? "Open address"}
        </IdLink>
      ),
    ],
    [
      `${label} transaction`,
      transaction === null ? null : (
        <TransactionId key="transaction" id={transaction} explorerUrl={explorerUrlOf(entries, transaction)} />
      ),
    ],
    [
      `${label} payment`,
      payment === null ? null : (
        <IdLink key="payment" id={payment} of="payment" to={links.payment(payment)}>
          Open payment
        </IdLink>
      ),
    ],
  ];
}

interface IdLinkProps {
  readonly id: string;
  readonly of: string;
  readonly to: string | undefined;
  readonly children: string;
}

/** A link in words, with the id to copy. */
function IdLink({ id, of, to, children }: IdLinkProps) {
  return (
    <Group gap={4} component="span" display="inline-flex">
      <MaybeLink to={to}>{children}</MaybeLink>
      <CopyButton value={id} label={`Copy ${of} ID`} />
    </Group>
  );
}

/** Block explorer URL of a transaction, taken from the timeline. */
function explorerUrlOf(entries: TransferTimeline["entries"], transactionId: string): string | null {
  const urls = entries.flatMap((entry) =>
    entry.type === "chain_transaction" && entry.transaction_id === transactionId ? [entry.explorer_url] : [],
  );
  return urls.find((url) => url !== null) ?? null;
}

function failureOf(row: WorkspaceTransfer, transfer: Transfer | undefined) {
  if (row.failure_type === null) return null;
  const { ach_return: ach, wire_return: wire, retriable = false } = transfer?.failure ?? {};
  const bankReturn = ach ?? wire;
  return (
    <Group gap={4}>
      <span>{statusWords(row.failure_type)}</span>
      {bankReturn === undefined ? null : <span>{`${bankReturn.code}: ${bankReturn.reason}`}</span>}
      {retriable ? <span>Retriable.</span> : null}
    </Group>
  );
}
