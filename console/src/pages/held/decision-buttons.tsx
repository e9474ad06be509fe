import { Group, Text } from "@mantine/core";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { useCan } from "../../session/use-me.ts";
import type { Held } from "./held.ts";

const notAllowed = "Your role does not decide on held funds.";

interface DecisionButtonsProps {
  readonly held: Held;
  readonly noun: "transfer" | "deposit";
  /** Answers whether it has gone, or waits for a second person. */
  readonly onRelease: (reason: string) => Promise<"released" | "requested">;
  readonly onWithdraw: (reason: string) => Promise<unknown>;
  /** A deposit is not rejected: it stays held. */
  readonly onReject?: (reason: string) => Promise<unknown>;
}

/** Releases, withdraws or rejects what is held. */
export function DecisionButtons({ held, noun, onRelease, onWithdraw, onReject }: DecisionButtonsProps) {
  const mayDecide = useCan("held.decide");
  const disabledReason = mayDecide ? undefined : notAllowed;
  const { release_request: request, needs_second_person: needsTwo, amount, currency } = held;
  const release = async (reason: string) => {
    const outcome = await onRelease(reason);
    toastSuccess(
      outcome === "released"
        ? `The ${noun} is released.`
        : "Your release is kept. It goes when another person releases it, too.",
    );
  };
  const isSecond = request !== null && !request.is_yours;
  const ownRequest = request?.is_yours === true ? "You have released it: another person has to." : undefined;
  return (
    <Group gap="xs">
      <ConfirmButton
        label={isSecond ? "Release as second person" : "Release"}
        title={`Release ${amount} ${currency}?`}
        explain={
          needsTwo && !isSecond ? (
            "It is above the amount that one person may release: your release is kept as a request until another person releases it, too."
          ) : (
            <Text component="span" inherit>
              It goes on at once, and cannot be held again.
              {isSecond ? ` ${request.requested_by_name ?? "Somebody"} wrote: “${request.reason}”` : ""}
            </Text>
          )
        }
        withReason
        variant="filled"
        disabledReason={disabledReason ?? ownRequest}
        onConfirm={release}
      />
      {request === null ? null : (
        <ConfirmButton
          label="Withdraw release"
          title="Withdraw the release?"
          explain="It is held as before, and anybody can release it anew."
          withReason
          disabledReason={disabledReason}
          onConfirm={onWithdraw}
        />
      )}
      {onReject === undefined ? null : (
        <ConfirmButton
          label="Reject"
          title={`Reject ${amount} ${currency}?`}
          explain="The transfer has failed then, for good, and what was set aside for it is free. One person is enough."
          withReason
          danger
          disabledReason={disabledReason}
          onConfirm={onReject}
        />
      )}
    </Group>
  );
}
