import { Checkbox, Group, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Amount } from "../../kit/amount.tsx";
import { ConfirmButton } from "../../kit/confirm-button.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { DialogButton } from "../../kit/dialog-button.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Form } from "../../kit/form.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { DollarsInput } from "../money/dollars-input.tsx";
import { operationWords } from "./approval.ts";
import { type Rule, type RuleDraft, type RuleSource, useRules } from "./rules.ts";

/** Rules that demand approvals, of this workspace or of the platform. */
export function RulesPage() {
  const source = useRules(useCan("approval_rules.write"));
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["approval-rules", source.key],
    queryFn: ({ signal }) => source.list(signal),
    ...useLive(),
  });
  return (
    <Page
      title="Approval rules"
      description="Operations to which a rule applies wait until enough other users have approved them. The requester never approves."
      actions={<NewRule source={source} />}
    >
      <Section
        title="Rules"
        description="If several rules apply to an operation, all must be met. Removing a rule needs the approvals that it demands."
        flush
      >
        <DataTable
          label="Approval rules"
          columns={columnsFor(source)}
          rows={data}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          empty={<Empty title="No approval rules">Operations take effect without a second user.</Empty>}
        />
      </Section>
    </Page>
  );
}

function columnsFor(source: RuleSource): readonly Column<Rule>[] {
  return [
    { header: "Operation", cell: ({ operation }) => operationWords(operation) },
    {
      header: "Above",
      align: "right",
      cell: ({ above }) => (above === null ? "Any amount" : <Amount value={above} asset="USD" />),
    },
    { header: "Token", cell: ({ value_type }) => value_type ?? "Any" },
    { header: "Network", cell: ({ network }) => (network === null ? "Both" : statusWords(network)) },
    { header: "Approvals", cell: ({ approvals }) => approvals },
    { header: "By", cell: ({ approver_roles }) => approver_roles.map(statusWords).join(", ") },
    {
      header: "Set by",
      cell: ({ set_by, account_id }) =>
        set_by === "tenant" ? "This workspace" : account_id === null ? "Platform" : `Platform, ${account_id}`,
    },
    { header: "Created", cell: ({ created_at }) => <When at={created_at} /> },
    { header: "Action", cell: (rule) => <RemoveRule source={source} rule={rule} /> },
  ];
}

const mayNotWrite = "Your role can't change approval rules.";

function RemoveRule({ source, rule }: { readonly source: RuleSource; readonly rule: Rule }) {
  const queryClient = useQueryClient();
  if (rule.set_by !== source.setBy) return null;
  return (
    <ConfirmButton
      label="Remove"
      title="Remove the rule?"
      danger
      size="xs"
      disabledReason={source.mayWrite ? undefined : mayNotWrite}
      explain="Needs the approvals that the rule demands. Operations that wait for it keep waiting."
      onConfirm={async () => {
        await source.remove(rule.id);
        toastSuccess("Rule removed.");
        await queryClient.invalidateQueries({ queryKey: ["approval-rules"] });
      }}
    />
  );
}

function NewRule({ source }: { readonly source: RuleSource }) {
  return (
    <DialogButton
      label="New rule"
      title="New approval rule"
      icon={<Plus size={16} aria-hidden />}
      variant="filled"
      disabledReason={source.mayWrite ? undefined : mayNotWrite}
    >
      {(close) => <RuleForm source={source} onClose={close} />}
    </DialogButton>
  );
}

function RuleForm({ source, onClose }: { readonly source: RuleSource; readonly onClose: () => void }) {
  const [draft, setDraft] = useState<RuleDraft>({
    operation: source.operations[0] ?? "transfer",
    network: "",
    valueType: "",
    above: "",
    approvals: 1,
    roles: ["admin"],
  });
  const queryClient = useQueryClient();
  const save = async () => {
    await source.create(draft);
    toastSuccess("Rule saved. It applies to new requests, and to those that wait.");
    onClose();
    await queryClient.invalidateQueries({ queryKey: ["approval-rules"] });
  };
  return (
    <Form label="Save" disabled={draft.roles.length === 0} onSubmit={save} onCancel={onClose}>
      <WhatFields source={source} draft={draft} onChange={setDraft} />
      <NumberInput
        label="Approvals"
        description="How many other users must approve."
        min={1}
        max={5}
        required
        allowDecimal={false}
        value={draft.approvals}
        onChange={(value) => setDraft({ ...draft, approvals: Number(value) || 1 })}
      />
      <RolesField source={source} draft={draft} onChange={setDraft} />
    </Form>
  );
}

interface FieldsProps {
  readonly source: RuleSource;
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
}

function RolesField({ source, draft, onChange }: FieldsProps) {
  return (
    <Checkbox.Group
      label="Roles that approve"
      value={[...draft.roles]}
      onChange={(roles) => onChange({ ...draft, roles })}
    >
      <Group gap="md" mt={4}>
        {source.roles.map((role) => (
          <Checkbox key={role} value={role} label={statusWords(role)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function WhatFields({ source, draft, onChange }: FieldsProps) {
  const networks = ["", "testnet", "mainnet"] as const;
  return (
    <>
      <NativeSelect
        label="Operation"
        value={draft.operation}
        onChange={(event) => {
          const operation = source.operations.find((known) => known === event.currentTarget.value);
          if (operation !== undefined) onChange({ ...draft, operation });
        }}
        data={source.operations.map((value) => ({ value, label: operationWords(value) }))}
      />
      <DollarsInput
        label="Above (USD)"
        description="Per destination and UTC day. Empty: any amount. Operations without an amount always need approvals."
        value={draft.above}
        onChange={(above) => onChange({ ...draft, above })}
      />
      <NativeSelect
        label="Network"
        value={draft.network}
        onChange={(event) =>
          onChange({
            ...draft,
            network: networks.find((known) => known === event.currentTarget.value) ?? "",
          })
        }
        data={networks.map((value) => ({ value, label: value === "" ? "Both" : statusWords(value) }))}
      />
      <TextInput
        label="Token"
        description="Empty: any."
        maxLength={12}
        value={draft.valueType}
        onChange={(event) => onChange({ ...draft, valueType: event.currentTarget.value })}
      />
    </>
  );
}
