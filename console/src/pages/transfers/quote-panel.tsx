import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { Ban } from "lucide-react";
import { useEffect, useRef } from "react";
import { Amount } from "../../kit/amount.tsx";
import { ClockTime } from "../../kit/clock-time.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { moneyWords } from "../../kit/money-words.ts";
import { PartyLine } from "../../kit/party-line.tsx";
import type { Party } from "../../kit/party-words.ts";
import { Section } from "../../kit/section.tsx";
import { isChain, placeWords, transferTypeWords } from "../../kit/transfer-type-words.ts";
import { When } from "../../kit/when.tsx";
import { now } from "../../system-clock.ts";
import { cutoffAhead } from "./cutoff.ts";
import { deliveredAmount } from "./delivered-amount.ts";
import { type Memo, memoWords } from "./memo-words.ts";
import type { Place } from "./transfer-draft.ts";
import type { TransferQuote } from "./use-transfer-quote.ts";

interface QuotePanelProps {
  readonly from: Party | undefined;
  readonly to: Party | undefined;
  readonly memo: Memo | undefined;
  readonly quote: TransferQuote;
  readonly isCreating: boolean;
  readonly error: unknown;
  readonly onCreate: () => void;
}

/** The quote, and the button that creates the transfer. */
export function QuotePanel({ quote, from, to, memo, isCreating, error, onCreate }: QuotePanelProps) {
  const { amount, fee, blockers } = quote;
  const { source, destination } = quote.route;
  const cutoff = cutoffAhead(quote.cutoff_at, now());
  const panel = useRef<HTMLDivElement>(null);
  // On a phone the review is below the form.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={panel}>
      <Section title="Review" description="Times are estimates.">
        <Stack gap="md">
          <Text component="p" m={0}>
            Send{" "}
            <Text span fw={600}>
              {moneyWords(amount.value, amount.currency)}
            </Text>{" "}
            to <PartyLine party={to ?? { name: placeWords(destination) }} /> {wayWords(destination)}. It
            arrives <When at={quote.estimated_completion_at} />.
          </Text>
          {blockers.length === 0 ? null : <Blockers blockers={blockers} />}
          <ErrorNotice error={error} title="Transfer not created" />
          <Group justify="flex-end">
            <Button loading={isCreating} disabled={blockers.length > 0} onClick={onCreate}>
              Create transfer
            </Button>
          </Group>
          <Facts
            items={[
              ["From", <End key="from" place={source} party={from} />],
              ["To", <End key="to" place={destination} party={to} />],
              ["Memo", memo && memoWords(memo)],
              ["Amount", <Amount key="amount" value={amount.value} asset={amount.currency} inline />],
              ["Fee", <Amount key="fee" value={fee.value} asset={fee.currency} inline />],
              ["Delivered amount", <Amount key="delivered" {...deliveredAmount(quote)} inline />],
              ["Cutoff", cutoff === undefined ? null : <ClockTime key="cutoff" at={cutoff} />],
            ]}
          />
          <List type="ordered" size="sm" aria-label="Steps">
            {quote.steps.map(({ step, transfer_type: type, description }) => (
              <List.Item key={step}>{description.replace(type, transferTypeWords(type))}</List.Item>
            ))}
          </List>
        </Stack>
      </Section>
    </div>
  );
}

interface EndProps {
  readonly place: Place;
  readonly party: Party | undefined;
}

function End({ place, party }: EndProps) {
  if (party === undefined) return placeWords(place);
  const detail = [placeWords(place), party.detail].filter((part) => part !== undefined).join(" · ");
  return <PartyLine party={{ ...party, detail }} />;
}

/** "by ACH credit", "on Base" */
function wayWords({ transfer_type: type }: Place): string {
  return `${isChain(type) ? "on" : "by"} ${transferTypeWords(type)}`;
}

function Blockers({ blockers }: Pick<TransferQuote, "blockers">) {
  return (
    <Alert color="red" title="This transfer would be rejected" icon={<Ban size={18} aria-hidden />}>
      <List size="sm">
        {blockers.map(({ code, detail }) => (
          <List.Item key={code + detail}>{detail}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
