import { Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { get, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useCan } from "../../session/use-me.ts";
import { CandidateCard } from "./candidate-card.tsx";
import type { HeldPayment, MatchCandidate } from "./held-payment.ts";

/** Those that held money may be for, the likeliest first; one of them is chosen and gets it. */
export function CandidatePanel({ payment }: { readonly payment: HeldPayment }) {
  const [wantedId, setWantedId] = useState("");
  const isOpen = payment.hold !== null && payment.return_id === null;
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["suspense", payment.id, "candidates", wantedId],
    queryFn: ({ signal }) =>
      get("/console/api/suspense/{payment_id}/candidates", {
        params: { path: { payment_id: payment.id }, query: { id: wantedId === "" ? undefined : wantedId } },
        signal,
      }),
    enabled: isOpen && !payment.is_debit,
  });
  return (
    <Section
      title="Whom it may be for"
      description={
        isOpen ? "The likeliest first, with what speaks for each. Arrow keys move the choice." : undefined
      }
    >
      <Stack gap="md">
        {isOpen && !payment.is_debit ? <FindById wantedId={wantedId} onFind={setWantedId} /> : null}
        {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
        {isLoading ? <SkeletonLines count={6} /> : null}
        {payment.is_debit ? (
          <Empty title="It can only be paid back">
            We had pulled this money by a debit, which may still come back. It is given to nobody else.
          </Empty>
        ) : null}
        {!isOpen && !payment.is_debit ? <Empty title="There is nothing to match any more" /> : null}
        {isOpen && data !== undefined ? (
          <Choice
            key={`${payment.id} ${wantedId}`}
            payment={payment}
            candidates={data.candidates}
            isComplete={data.is_complete}
          />
        ) : null}
      </Stack>
    </Section>
  );
}

interface FindByIdProps {
  readonly wantedId: string;
  readonly onFind: (id: string) => void;
}

function FindById({ wantedId, onFind }: FindByIdProps) {
  const [text, setText] = useState(wantedId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Look for another one"
          placeholder="Id of a transfer, an automation or a tenant"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          pattern="[0-9A-Za-z]{26}"
          title="26 letters and digits"
          style={{ flex: "1 1 12rem" }}
        />
        <Button type="submit" variant="default" leftSection={<Search size={16} aria-hidden />}>
          Look
        </Button>
        {wantedId === "" ? null : (
          <Button
            variant="subtle"
            onClick={() => {
              setText("");
              onFind("");
            }}
          >
            Back to the suggestions
          </Button>
        )}
      </Group>
    </form>
  );
}

interface ChoiceProps {
  readonly payment: HeldPayment;
  readonly candidates: readonly MatchCandidate[];
  readonly isComplete: boolean;
}

function Choice({ payment, candidates, isComplete }: ChoiceProps) {
  const mayDecide = useCan("suspense.decide");
  const asked = candidates.find((candidate) => isAskedFor(payment, candidate));
  const best = asked ?? candidates.find(({ obstacle }) => obstacle === null);
  const [chosenId, setChosenId] = useState(best?.id ?? "");
  const chosen = candidates.find(({ id }) => id === chosenId);
  if (candidates.length === 0) {
    return (
      <Empty title="Nobody comes to mind">
        No transfer waits for this amount, and no account number or memo is near to what was written. Look by
        id, or send the money back.
      </Empty>
    );
  }
  return (
    <Stack gap="md">
      <Radio.Group aria-label="Candidates" value={chosenId} onChange={setChosenId}>
        <Stack gap="xs">
          {candidates.map((candidate) => (
            <CandidateCard
              key={`${candidate.type} ${candidate.id}`}
              candidate={candidate}
              isChosen={candidate.id === chosenId}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isComplete ? null : (
        <Text size="xs" c="dimmed">
          There are more than are shown; look by id for another one.
        </Text>
      )}
      <Group justify="flex-end">
        <MatchButton payment={payment} chosen={chosen} disabledReason={whyNot(mayDecide, payment, chosen)} />
      </Group>
    </Stack>
  );
}

function whyNot(
  mayDecide: boolean,
  payment: HeldPayment,
  chosen: MatchCandidate | undefined,
): string | undefined {
  if (!mayDecide) return "Your role may look at suspense, and not decide.";
  if (chosen === undefined) return "Choose a candidate first.";
  const isOwn = payment.match_request?.is_yours === true && isAskedFor(payment, chosen);
  return isOwn ? "You have matched it: another person has to, too." : undefined;
}

const ownerNames = { transfer: "transfers", automation: "automations", treasury: "treasury" } as const;

/** Whether the first of two people has matched the money to this one. */
function isAskedFor({ match_request: request }: HeldPayment, { type, id }: MatchCandidate): boolean {
  return request?.target === `${ownerNames[type]}/${id}`;
}

interface MatchButtonProps {
  readonly payment: HeldPayment;
  readonly chosen: MatchCandidate | undefined;
  readonly disabledReason: string | undefined;
}

function MatchButton({ payment, chosen, disabledReason }: MatchButtonProps) {
  const queryClient = useQueryClient();
  const match = async (reason: string) => {
    if (chosen === undefined) return;
    const { hold } = await send("post", "/console/api/suspense/{payment_id}/match", {
      params: { path: { payment_id: payment.id } },
      body: { type: chosen.type, id: chosen.id, reason },
    });
    toastSuccess(
      hold === null
        ? "The money was given to whom it is for."
        : "Your match is kept. The money goes when another person matches it to the same one, too.",
    );
    await queryClient.invalidateQueries({ queryKey: ["suspense"] });
  };
  const isSecond = chosen !== undefined && isAskedFor(payment, chosen);
  return (
    <ConfirmButton
      label={isSecond ? "Match as second person" : "Match"}
      title="Match the payment"
      variant="filled"
      icon={<ArrowRight size={16} aria-hidden />}
      withReason
      disabledReason={disabledReason}
      explain={
        <>
          <Amount inline value={payment.amount.value} asset={payment.amount.currency} /> go to{" "}
          {chosen === undefined
            ? "nobody"
            : `the ${chosen.type} ${chosen.id} of ${chosen.account.name ?? chosen.account.id}`}
          {payment.needs_second_person && !isSecond
            ? ", once another person has matched it to the same one, too."
            : ", which goes on with it at once. This cannot be undone."}
        </>
      }
      onConfirm={match}
    />
  );
}
