import { Alert, Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowRight, Info, Search, Undo2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { get, send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { Section } from "../../kit/section.tsx";
import { SkeletonLines } from "../../kit/skeleton-lines.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { CandidateCard, candidateTitle } from "./candidate-card.tsx";
import type { HeldPayment, MatchCandidate, ShownHeld } from "./held-payment.ts";
import { type MatchAdvice, matchAdvice } from "./match-advice.ts";
import { isRequested, preselectedCandidate } from "./preselected-candidate.ts";
import { ReturnDialog } from "./return-dialog.tsx";
import { useWhyUndecidable } from "./use-why-undecidable.ts";

/** Candidates that a held payment can be matched to, in the order of their signs. */
export function CandidatePanel({ shown }: { readonly shown: ShownHeld }) {
  const { payment } = shown;
  const [searchedId, setSearchedId] = useState("");
  const isOpen = payment.hold !== null && payment.return_id === null;
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["suspense", payment.id, "candidates", searchedId],
    queryFn: ({ signal }) =>
      get("/console/api/suspense/{payment_id}/candidates", {
        params: {
          path: { payment_id: payment.id },
          query: { id: searchedId === "" ? undefined : searchedId },
        },
        signal,
      }),
    enabled: isOpen && !payment.is_debit,
  });
  return (
    <Section
      title="Suggested matches"
      description={
        isOpen ? "Strongest signs first. The only one that they point to is selected in advance." : undefined
      }
    >
      <Stack gap="md">
        {isOpen && !payment.is_debit ? <FindById searchedId={searchedId} onFind={setSearchedId} /> : null}
        {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
        {isLoading ? <SkeletonLines count={6} /> : null}
        {payment.is_debit ? (
          <Empty title="Return only">
            These funds were pulled by a debit, which can still be returned. They can't be matched to another
            owner.
          </Empty>
        ) : null}
        {!isOpen && !payment.is_debit ? <Empty title="Nothing to match" /> : null}
        {isOpen && data !== undefined ? (
          <Choice
            key={`${payment.id} ${searchedId}`}
            shown={shown}
            candidates={data.candidates}
            isComplete={data.is_complete}
            isSearch={searchedId !== ""}
          />
        ) : null}
      </Stack>
    </Section>
  );
}

interface FindByIdProps {
  readonly searchedId: string;
  readonly onFind: (id: string) => void;
}

function FindById({ searchedId, onFind }: FindByIdProps) {
  const [text, setText] = useState(searchedId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Find by ID"
          placeholder="Transfer, automation or tenant ID"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          pattern="[0-9A-Za-z]{26}"
          title="26 letters and digits"
          style={{ flex: "1 1 12rem" }}
        />
        <Button type="submit" variant="default" leftSection={<Search size={16} aria-hidden />}>
          Search
        </Button>
        {searchedId === "" ? null : (
          <Button
            variant="subtle"
            onClick={() => {
              setText("");
              onFind("");
            }}
          >
            Back to suggestions
          </Button>
        )}
      </Group>
    </form>
  );
}

interface ChoiceProps {
  readonly shown: ShownHeld;
  readonly candidates: readonly MatchCandidate[];
  readonly isComplete: boolean;
  /** The candidates are those with an id, not all. */
  readonly isSearch: boolean;
}

function Choice({ shown, candidates, isComplete, isSearch }: ChoiceProps) {
  const { payment } = shown;
  const undecidable = useWhyUndecidable(payment);
  const preselected = preselectedCandidate(payment, candidates);
  const [chosenId, setChosenId] = useState(preselected?.id ?? "");
  const chosen = candidates.find(({ id }) => id === chosenId);
  const said = preselected === undefined && !isSearch ? matchAdvice(payment, candidates) : undefined;
  const advice =
    said === undefined ? null : <Advice shown={shown} advice={said} disabledReason={undecidable} />;
  if (candidates.length === 0) {
    return (
      advice ?? (
        <Empty title="No suggestions">
          {isSearch ? "Nothing with this ID can receive the payment." : "Search by ID."}
        </Empty>
      )
    );
  }
  return (
    <Stack gap="md">
      {advice}
      <Radio.Group aria-label="Candidates" value={chosenId} onChange={setChosenId}>
        <Stack gap="xs">
          {candidates.map((candidate) => (
            <CandidateCard
              key={`${candidate.type} ${candidate.id}`}
              candidate={candidate}
              payment={payment}
              isChosen={candidate.id === chosenId}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isComplete ? null : (
        <Text size="xs" c="dimmed">
          Not all candidates are shown. Search by ID for others.
        </Text>
      )}
      <Group justify="flex-end">
        {chosen !== undefined && isOwnRequest(payment, chosen) ? (
          <Text size="sm" c="dimmed">
            You requested this match. A second approver must confirm it.
          </Text>
        ) : (
          <MatchButton
            payment={payment}
            chosen={chosen}
            disabledReason={undecidable ?? whyUnmatchable(chosen)}
          />
        )}
      </Group>
    </Stack>
  );
}

function isOwnRequest(payment: HeldPayment, chosen: MatchCandidate): boolean {
  return payment.match_request?.is_yours === true && isRequested(payment, chosen);
}

function whyUnmatchable(chosen: MatchCandidate | undefined): string | undefined {
  if (chosen === undefined) return "Select a candidate first.";
  return chosen.obstacle === null ? undefined : `Not eligible: ${chosen.obstacle}`;
}

interface AdviceProps {
  readonly shown: ShownHeld;
  readonly advice: MatchAdvice;
  readonly disabledReason: string | undefined;
}

/** If nothing points to a recipient, the sender is the only party that certainly owns the funds. */
function Advice({ shown, advice, disabledReason }: AdviceProps) {
  const { title, text, isReturn } = advice;
  const Icon = isReturn ? Undo2 : Info;
  return (
    <Alert color="blue" title={title} icon={<Icon size={18} aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <span>{text}</span>
        {isReturn ? (
          <ReturnDialog
            payment={shown.payment}
            codes={shown.return_codes}
            disabledReason={disabledReason}
            isRecommended
          />
        ) : null}
      </Stack>
    </Alert>
  );
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
        ? "Payment matched."
        : "Match requested. A second approver must match the payment to the same target.",
    );
    await queryClient.invalidateQueries({ queryKey: ["suspense"] });
  };
  const isSecond = chosen !== undefined && isRequested(payment, chosen);
  return (
    <ConfirmButton
      label={isSecond ? "Approve match" : payment.needs_dual_approval ? "Request match" : "Match"}
      title="Match payment"
      variant="filled"
      icon={<ArrowRight size={16} aria-hidden />}
      reasonLength={maxLengths.matchSuspensePayment.reason}
      disabledReason={disabledReason}
      explain={
        <>
          <Amount inline value={payment.amount.value} asset={payment.amount.currency} /> will be credited to{" "}
          {chosen === undefined
            ? "no candidate"
            : `${candidateTitle(chosen)} of ${chosen.account.name ?? chosen.account.id}`}
          {payment.needs_dual_approval && !isSecond
            ? " once a second approver matches it to the same target."
            : ", which continues immediately. This can't be undone."}
        </>
      }
      onConfirm={match}
    />
  );
}
