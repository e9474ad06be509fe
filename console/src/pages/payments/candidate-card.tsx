import { Group, Paper, Radio, Stack, Text } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { Amount } from "../../kit/amount.tsx";
import { CopyButton } from "../../kit/copy-button.tsx";
import { groupedDecimal } from "../../kit/grouped-decimal.ts";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { When } from "../../kit/when.tsx";
import type { HeldPayment, MatchCandidate } from "./held-payment.ts";
import { amountDifference } from "./match-advice.ts";

interface CandidateCardProps {
  readonly candidate: MatchCandidate;
  readonly payment: HeldPayment;
  readonly isChosen: boolean;
}

const typeWords = {
  transfer: "Transfer",
  automation: "Automation",
  treasury: "Treasury",
  claim: "Claim",
} as const;

/** A match candidate as a radio option, with the evidence for it and any obstacle. */
export function CandidateCard({ candidate, payment, isChosen }: CandidateCardProps) {
  const { type, id, account, obstacle } = candidate;
  return (
    <Paper
      withBorder
      p="sm"
      style={isChosen ? { borderColor: "var(--mantine-primary-color-filled)" } : undefined}
    >
      <Radio
        value={id}
        label={
          <Text component="span" fw={600} size="sm">
            {candidateTitle(candidate)}
          </Text>
        }
        description={`For ${account.name ?? account.id}`}
      />
      <Stack gap={6} pl="xl" pt={6}>
        <Expectation candidate={candidate} payment={payment} />
        <Origin candidate={candidate} />
        <Reasons reasons={candidate.reasons} />
        <Text size="xs" c="dimmed" component="div">
          {typeWords[type]} ID <CopyButton value={id} label={`Copy ${type} ID`} />
        </Text>
        {obstacle === null ? null : (
          <Group gap={6} wrap="nowrap" align="flex-start" c="red">
            <CircleAlert size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
            <Text size="sm" c="red">
              Not eligible: {obstacle}
            </Text>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

/** What distinguishes the candidate from the others: "Transfer of 80.00 USD to FUSD on Base". */
export function candidateTitle({ type, name, amount, destination }: MatchCandidate): string {
  const sum = amount === null ? "" : ` of ${groupedDecimal(amount.value)} ${amount.currency}`;
  const place = destination === null ? "" : ` to ${placeWords(destination)}`;
  return `${typeWords[type]}${name === null ? "" : ` ${name}`}${sum}${place}`;
}

/** Status and expected amount, with the difference. */
function Expectation({
  candidate: { status, amount },
  payment,
}: Pick<CandidateCardProps, "candidate" | "payment">) {
  const difference = amount === null ? undefined : amountDifference(payment.amount, amount);
  return (
    <Group gap="xs">
      <StatusBadge status={status} />
      <Text size="sm" component="span">
        {amount === null ? (
          "accepts any amount"
        ) : (
          <>
            expects <Amount inline value={amount.value} asset={amount.currency} />
            {difference === undefined ? null : <Text span c="red" inherit>{` (${difference})`}</Text>}
          </>
        )}
      </Text>
    </Group>
  );
}

/** Managing tenant, creation and expiry. */
function Origin({ candidate }: Pick<CandidateCardProps, "candidate">) {
  const { tenant, account, created_at: createdAt, expires_at: expiresAt } = candidate;
  return (
    <>
      {tenant.id === account.id ? null : (
        <Text size="xs" c="dimmed">
          Managed by {tenant.name ?? tenant.id}
        </Text>
      )}
      {createdAt === null ? null : (
        <Text size="xs" c="dimmed" component="div">
          Created <When at={createdAt} />
          {expiresAt === null ? null : (
            <>
              , expires <When at={expiresAt} />
            </>
          )}
        </Text>
      )}
    </>
  );
}

function Reasons({ reasons }: Pick<MatchCandidate, "reasons">) {
  if (reasons.length === 0) return null;
  return (
    <ul style={{ margin: 0, paddingInlineStart: "1.1rem" }}>
      {reasons.map(({ sign, text }) => (
        <li key={sign}>
          <Text size="sm" component="span">
            {text}
          </Text>
        </li>
      ))}
    </ul>
  );
}
