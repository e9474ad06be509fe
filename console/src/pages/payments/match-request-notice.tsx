import { Alert, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import type { HeldPayment } from "./held-payment.ts";
import { ownerKind } from "./payment-words.ts";

/** Dual-approval state of a match. */
export function MatchRequestNotice({ payment }: { readonly payment: HeldPayment }) {
  const { needs_dual_approval: needsTwo, match_request: request } = payment;
  if (!needsTwo) return null;
  if (request === null) {
    return (
      <Alert color="yellow" title="Dual approval required" icon={<Users size={18} aria-hidden />}>
        The payment is held because of its sender and exceeds the dual-approval threshold. The first match is
        a request; the payment is released when a second approver matches it to the same target.
      </Alert>
    );
  }
  const who = request.is_yours ? "You" : (request.requested_by_name ?? "A user");
  return (
    <Alert
      color="yellow"
      title={request.is_yours ? "Your match request awaits approval" : "A match request awaits approval"}
      icon={<Users size={18} aria-hidden />}
    >
      <Stack gap="xs" align="flex-start">
        <div style={{ overflowWrap: "anywhere" }}>
          {who} matched it to {ownerKind(request.target)} <When at={request.requested_at} />: “
          {request.reason}”
        </div>
        <WithdrawButton payment={payment} />
      </Stack>
    </Alert>
  );
}

function WithdrawButton({ payment }: { readonly payment: HeldPayment }) {
  const queryClient = useQueryClient();
  const mayDecide = useCan("suspense.decide");
  const withdraw = async (reason: string) => {
    await send("post", "/console/api/suspense/{payment_id}/withdraw-match", {
      params: { path: { payment_id: payment.id } },
      body: { reason },
    });
    toastSuccess("Match request withdrawn.");
    await queryClient.invalidateQueries({ queryKey: ["suspense"] });
  };
  return (
    <ConfirmButton
      label="Withdraw request"
      title="Withdraw match request?"
      explain="The payment stays held and can be matched again."
      reasonLength={maxLengths.withdrawSuspenseMatch.reason}
      disabledReason={mayDecide ? undefined : "Your role has read-only access to suspense."}
      onConfirm={withdraw}
    />
  );
}
