import { Button, Modal, NativeSelect, Stack, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { FormFooter } from "../../kit/form-footer.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import type { HeldPayment, ShownHeld } from "./held-payment.ts";

interface ReturnDialogProps {
  readonly payment: HeldPayment;
  readonly codes: ShownHeld["return_codes"];
  readonly disabledReason: string | undefined;
  readonly isRecommended?: boolean;
}

const maxReasonLength = 500;

/** Returns a held payment to its sender. */
export function ReturnDialog(props: ReturnDialogProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant={props.isRecommended === true ? "filled" : "outline"}
        {...(props.isRecommended === true ? {} : { color: "red" })}
        leftSection={<Undo2 size={16} aria-hidden />}
        onClick={open}
        disabled={props.disabledReason !== undefined}
        title={props.disabledReason}
      >
        Return to sender
      </Button>
      <Modal opened={isOpen} onClose={close} title="Return to sender" centered>
        <ReturnForm {...props} onClose={close} />
      </Modal>
    </>
  );
}

function ReturnForm({ payment, codes, onClose }: ReturnDialogProps & { readonly onClose: () => void }) {
  const [code, setCode] = useState(codes[0]?.code ?? "");
  const [reason, setReason] = useState("");
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendBack(payment.id, { code, reason: reason.trim() }),
    onSuccess: async () => {
      toastSuccess("Return submitted.");
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["suspense"] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Stack gap="md">
        <Text size="sm" component="div">
          The bank pays <Amount inline value={payment.amount.value} asset={payment.amount.currency} />{" "}
          {payment.is_debit ? "to the debited account." : "back to the sender's account."} This can't be
          undone.
        </Text>
        <NativeSelect
          label="Return reason code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          data={codes.map(({ code: value, meaning }) => ({ value, label: `${value}: ${meaning}` }))}
        />
        <Textarea
          label="Reason"
          description="Recorded in the audit log. Don't include names."
          required
          maxLength={maxReasonLength}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormFooter label="Return" isBusy={isPending} error={error} danger onCancel={onClose} />
      </Stack>
    </form>
  );
}

const knownCodes = ["AC01", "AC04", "AC06", "AM09", "BE01", "CUST", "NARR", "RR04"] as const;

function sendBack(paymentId: string, { code, reason }: { readonly code: string; readonly reason: string }) {
  return send("post", "/console/api/suspense/{payment_id}/return", {
    params: { path: { payment_id: paymentId } },
    body: { code: knownCodes.find((known) => known === code) ?? "NARR", reason },
  });
}
