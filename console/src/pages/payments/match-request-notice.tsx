import { Alert, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { send } from "../../api/client.ts";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import type { HeldPayment } from "./held-payment.ts";

/** Where the money stands that two people have to give to the same one. */
export function MatchRequestNotice({ payment }: { readonly payment: HeldPayment }) {
  const { needs_second_person: needsTwo, match_request: request } = payment;
  if (!needsTwo) return null;
  if (request === null) {
    return (
      <Alert color="yellow" title="Two people decide" icon={<Users size={18} aria-hidden />}>
        It is held for its sender, and above the amount that one person may let go. The first match is kept as
        a request; the money goes when another person matches it to the same one, too.
      </Alert>
    );
  }
  const who = request.is_yours ? "You" : (request.requested_by_name ?? "Somebody");
  return (
    <Alert
      color="yellow"
      title={request.is_yours ? "Your match waits for a second person" : "A match waits for a second person"}
      icon={<Users size={18} aria-hidden />}
    >
      <Stack gap="xs" align="flex-start">
        <div style={{ overflowWrap: "anywhere" }}>
          {who} matched it to {request.target} <When at={request.requested_at} />: “{request.reason}”
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
    toastSuccess("The match is withdrawn.");
    await queryClient.invalidateQueries({ queryKey: ["suspense"] });
  };
  return (
    <ConfirmButton
      label="Withdraw match"
      title="Withdraw the match?"
      explain="The money is held as before, and anybody who may can match it anew."
      withReason
      disabledReason={mayDecide ? undefined : "Your role may look at suspense, and not decide."}
      onConfirm={withdraw}
    />
  );
}
