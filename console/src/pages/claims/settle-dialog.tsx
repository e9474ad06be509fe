import { NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Form } from "../../kit/form.tsx";
import { maxLengths } from "../../kit/generated/max-lengths.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { DollarsInput } from "../money/dollars-input.tsx";
import type { WholeClaim } from "./claim.ts";

export type Way = "repay" | "offset" | "write-off";

interface SettleDialogProps {
  readonly way: Way;
  readonly claim: WholeClaim;
  readonly disabledReason: string | undefined;
}

const words: Readonly<Record<Way, { readonly label: string; readonly explain: string }>> = {
  repay: {
    label: "Repay",
    explain: "Books money that the bank has received and that is no payment here, by its bank reference.",
  },
  offset: {
    label: "Offset",
    explain: "Burns tokens of the account. The claim is settled when the burn is final.",
  },
  "write-off": { label: "Write off", explain: "Treasury dollars or earned fees pay for the loss." },
};

/** Settles all or part of a claim. */
export function SettleDialog(props: SettleDialogProps) {
  const { label } = words[props.way];
  const { disabledReason } = props;
  return (
    <DialogButton label={label} title={`${label} claim`} size="xs" disabledReason={disabledReason}>
      {(close) => <SettleForm {...props} onClose={close} />}
    </DialogButton>
  );
}

interface Draft {
  readonly amount: string;
  readonly reason: string;
  readonly reference: string;
  readonly from: "treasury" | "fees";
  readonly addressId: string;
  readonly chain: string;
  readonly valueType: string;
}

function SettleForm({ way, claim, onClose }: SettleDialogProps & { readonly onClose: () => void }) {
  // Fixed when the form opens, so that a resubmission can't settle twice.
  const [id] = useState(claim.settlement_id);
  const [draft, setDraft] = useState<Draft>({
    amount: claim.remaining,
    reason: "",
    reference: "",
    from: "treasury",
    addressId: "",
    chain: "base",
    valueType: claim.value_type,
  });
  const queryClient = useQueryClient();
  const submit = async () => {
    const { request } = await settle(way, claim.id, { id, draft });
    toastSuccess(request === null ? "Claim updated." : "Requested. Another operator must approve it.");
    onClose();
    await queryClient.invalidateQueries({ queryKey: ["claims"] });
  };
  return (
    <Form label={words[way].label} onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{words[way].explain}</Text>
      <DollarsInput
        label="Amount (USD)"
        required
        value={draft.amount}
        onChange={(amount) => setDraft({ ...draft, amount })}
      />
      <WayFields way={way} draft={draft} onChange={setDraft} />
      <Textarea
        label="Reason"
        description="Recorded in the audit log."
        required
        maxLength={maxLengths.repayClaim.reason}
        value={draft.reason}
        onChange={(event) => setDraft({ ...draft, reason: event.currentTarget.value })}
      />
    </Form>
  );
}

interface WayFieldsProps {
  readonly way: Way;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

const textLengths = {
  reference: maxLengths.repayClaim.reference,
  addressId: undefined,
  chain: maxLengths.offsetClaim.chain,
  valueType: maxLengths.offsetClaim.value_type,
};

function WayFields({ way, draft, onChange }: WayFieldsProps) {
  const text = (label: string, name: "reference" | "addressId" | "chain" | "valueType") => (
    <TextInput
      key={name}
      label={label}
      required
      maxLength={textLengths[name]}
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
    />
  );
  switch (way) {
    case "repay":
      return text("Bank reference of an open exception", "reference");
    case "offset":
      return (
        <>
          {text("Address ID", "addressId")}
          {text("Chain", "chain")}
          {text("Token", "valueType")}
        </>
      );
    case "write-off":
      return (
        <NativeSelect
          label="Paid from"
          value={draft.from}
          onChange={(event) =>
            onChange({ ...draft, from: event.currentTarget.value === "fees" ? "fees" : "treasury" })
          }
          data={[
            { value: "treasury", label: "Treasury" },
            { value: "fees", label: "Earned fees" },
          ]}
        />
      );
  }
}

function settle(
  way: Way,
  claimId: string,
  { id, draft }: { readonly id: string; readonly draft: Draft },
): Promise<WholeClaim> {
  const params = { path: { claim_id: claimId } };
  const body = { id, amount: draft.amount.trim(), reason: draft.reason.trim() };
  switch (way) {
    case "repay":
      return send("post", "/console/api/claims/{claim_id}/repay", {
        params,
        body: { ...body, reference: draft.reference.trim() },
      });
    case "offset":
      return send("post", "/console/api/claims/{claim_id}/offset", {
        params,
        body: {
          ...body,
          address_id: draft.addressId.trim(),
          chain: draft.chain.trim(),
          value_type: draft.valueType.trim(),
        },
      });
    case "write-off":
      return send("post", "/console/api/claims/{claim_id}/write-off", {
        params,
        body: { ...body, from: draft.from },
      });
  }
}
