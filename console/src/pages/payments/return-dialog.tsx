import { NativeSelect, Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Form } from "../../kit/form.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { toastSuccess } from "../../kit/toast.ts";
import type { HeldPayment, ShownHeld } from "./held-payment.ts";

interface ReturnDialogProps {
  readonly payment: HeldPayment;
  readonly codes: ShownHeld["return_codes"];
  readonly disabledReason: string | undefined;
  readonly isRecommended?: boolean;
}

/** Returns a held payment to its sender. */
export function ReturnDialog(props: ReturnDialogProps) {
  return (
    <DialogButton
      label="Return to sender"
      title="Return to sender"
      icon={<Undo2 size={16} aria-hidden />}
      {...(props.isRecommended === true ? { variant: "filled" } : { danger: true })}
      disabledReason={props.disabledReason}
    >
      {(close) => <ReturnForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function ReturnForm({ payment, codes, onClose }: ReturnDialogProps & { readonly onClose: () => void }) {
  const [code, setCode] = useState(codes[0]?.code ?? "");
  const [reason, setReason] = useState("");
  const queryClient = useQueryClient();
  const submit = async () => {
    await sendBack(payment.id, { code, reason: reason.trim() });
    toastSuccess("Return submitted.");
    onClose();
    await queryClient.invalidateQueries({ queryKey: ["suspense"] });
  };
  return (
    <Form label="Return" danger onSubmit={submit} onCancel={onClose}>
      <Text size="sm" component="div">
        The bank pays <Amount inline value={payment.amount.value} asset={payment.amount.currency} />{" "}
        {payment.is_debit ? "to the debited account." : "back to the sender's account."} This can't be undone.
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
        maxLength={maxLengths.returnSuspensePayment.reason}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Form>
  );
}

const knownCodes = ["AC01", "AC04", "AC06", "AM09", "BE01", "CUST", "NARR", "RR04"] as const;

function sendBack(paymentId: string, { code, reason }: { readonly code: string; readonly reason: string }) {
  return send("post", "/console/api/suspense/{payment_id}/return", {
    params: { path: { payment_id: paymentId } },
    body: { code: knownCodes.find((known) => known === code) ?? "NARR", reason },
  });
}
