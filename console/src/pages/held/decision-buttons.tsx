import { Group, Text } from "@mantine/core";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { useCan } from "../../session/use-me.ts";
import type { Held } from "./held.ts";

const notAllowed = "Your role can't decide on held funds.";

interface DecisionButtonsProps {
  readonly held: Held;
  readonly noun: "transfer" | "deposit";
  /** Resolves to whether the funds were released, or approval was requested. */
  readonly onRelease: (reason: string) => Promise<"released" | "requested">;
  readonly onWithdraw: (reason: string) => Promise<unknown>;
  /** Omitted for deposits: they can't be rejected and stay held. */
  readonly onReject?: (reason: string) => Promise<unknown>;
}

/** Buttons to release or reject held funds, and to withdraw a release request. */
export function DecisionButtons({ held, noun, onRelease, onWithdraw, onReject }: DecisionButtonsProps) {
  const mayDecide = useCan("held.decide");
  const mayDecideMatch = useCan("sanctions.decide") || held.hits.length === 0;
  const disabledReason = mayDecide && mayDecideMatch ? undefined : notAllowed;
  const { release_request: request, needs_dual_approval: needsDualApproval, amount, currency } = held;
  const release = async (reason: string) => {
    const outcome = await onRelease(reason);
    const requested = "Release requested. Another operator must approve it.";
    toastSuccess(outcome === "released" ? `The ${noun} was released.` : requested);
  };
  const isApproval = request !== null && !request.is_yours;
  const ownRequest =
    request?.is_yours === true ? "You requested this release. Another operator must approve it." : undefined;
  return (
    <Group gap="xs">
      <ConfirmButton
        label={isApproval ? "Approve release" : needsDualApproval ? "Request release" : "Release"}
        title={`Release ${amount} ${currency}?`}
        explain={
          needsDualApproval && !isApproval ? (
            "The amount requires dual approval. The funds are released when another operator approves your request."
          ) : (
            <Text component="span" inherit>
              The funds are released immediately and can't be held again.
              {isApproval
                ? ` ${request.requested_by_name ?? "The requester"} wrote: “${request.reason}”`
                : ""}
            </Text>
          )
        }
        reasonLength={maxLengths.releaseHeldTransfer.reason}
        variant={held.hits.length === 0 ? "filled" : "default"}
        disabledReason={disabledReason ?? ownRequest}
        onConfirm={release}
      />
      {request === null ? null : (
        <ConfirmButton
          label="Withdraw request"
          title="Withdraw the release request?"
          explain="The funds stay held. A new release can be requested at any time."
          reasonLength={maxLengths.withdrawTransferRelease.reason}
          disabledReason={disabledReason}
          onConfirm={onWithdraw}
        />
      )}
      {onReject === undefined ? null : (
        <ConfirmButton
          label="Reject"
          title={`Reject ${amount} ${currency}?`}
          explain="The transfer fails permanently and its hold is released. Rejection doesn't require dual approval."
          reasonLength={maxLengths.rejectHeldTransfer.reason}
          danger
          disabledReason={disabledReason}
          onConfirm={onReject}
        />
      )}
    </Group>
  );
}
