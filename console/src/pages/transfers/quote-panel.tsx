import { Alert, Button, Group, List, Stack } from "@mantine/core";
import { Ban } from "lucide-react";
import { Amount } from "../../kit/amount.tsx";
import { ClockTime } from "../../kit/clock-time.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Section } from "../../kit/section.tsx";
import { placeWords, transferTypeWords } from "../../kit/transfer-type-words.ts";
import { When } from "../../kit/when.tsx";
import { now } from "../../system-clock.ts";
import { cutoffAhead } from "./cutoff.ts";
import { deliveredAmount } from "./delivered-amount.ts";
import type { TransferQuote } from "./use-transfer-quote.ts";

interface QuotePanelProps {
  readonly quote: TransferQuote;
  readonly isCreating: boolean;
  readonly error: unknown;
  readonly onCreate: () => void;
}

/** The quote, and the button that creates the transfer. */
export function QuotePanel({ quote, isCreating, error, onCreate }: QuotePanelProps) {
  const { amount, fee, blockers } = quote;
  const cutoff = cutoffAhead(quote.cutoff_at, now());
  return (
    <Section title="Review" description="Times are estimates.">
      <Stack gap="md">
        <Facts
          items={[
            ["From", placeWords(quote.route.source)],
            ["To", placeWords(quote.route.destination)],
            ["Amount", <Amount key="amount" value={amount.value} asset={amount.currency} inline />],
            ["Fee", <Amount key="fee" value={fee.value} asset={fee.currency} inline />],
            ["Delivered amount", <Amount key="delivered" {...deliveredAmount(quote)} inline />],
            ["Estimated completion", <When key="complete" at={quote.estimated_completion_at} />],
            ["Cutoff", cutoff === undefined ? null : <ClockTime key="cutoff" at={cutoff} />],
          ]}
        />
        <List type="ordered" size="sm" aria-label="Steps">
          {quote.steps.map(({ step, transfer_type: type, description }) => (
            <List.Item key={step}>{description.replace(type, transferTypeWords(type))}</List.Item>
          ))}
        </List>
        {blockers.length === 0 ? null : <Blockers blockers={blockers} />}
        <ErrorNotice error={error} title="Transfer not created" />
        <Group justify="flex-end">
          <Button loading={isCreating} disabled={blockers.length > 0} onClick={onCreate}>
            Create transfer
          </Button>
        </Group>
      </Stack>
    </Section>
  );
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
