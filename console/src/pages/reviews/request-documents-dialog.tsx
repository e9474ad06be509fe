import { Checkbox, NativeSelect, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import type { DecisionProps } from "./decision-props.ts";
import { documentWords } from "./document-words.ts";
import { ReasonField } from "./reason-field.tsx";
import { type RequestedDocument, requestableDocuments } from "./requestable-documents.ts";
import { labelWords, type Review } from "./review.ts";

const setWords: Readonly<Record<string, string>> = {
  standard: "Standard: business registration and identity of individuals",
  business: "Business: registration and formation",
  identity: "Identity: identity of individuals",
  address: "Address: business address",
  ownership: "Ownership: ownership structure",
};

/** Requests a document set or individual documents from the account's manager. */
export function RequestDocumentsDialog({ review, decide, disabledReason }: DecisionProps) {
  const [reason, setReason] = useState("");
  const [mode, setMode] = useState<Mode>("set");
  const [set, setSet] = useState<string>(review.requirement_sets[0] ?? "");
  const [chosen, setChosen] = useState<readonly RequestedDocument[]>([]);
  const requestDocuments = (seen: Review) => {
    const named = review.requirement_sets.find((known) => known === set);
    const documents =
      mode === "set" ? (named === undefined ? {} : { set: named }) : { documents: [...chosen] };
    const why = reason.trim() === "" ? {} : { reason: reason.trim() };
    return decide(
      seen,
      (revision) =>
        send("post", "/console/api/reviews/{account_id}/request-documents", {
          params: { path: { account_id: review.account_id } },
          body: { revision, ...documents, ...why },
        }),
      "Documents requested",
    );
  };
  return (
    <DecisionDialog
      review={review}
      label="Request documents"
      title={`Request documents from ${review.tenant_name}`}
      variant="default"
      disabledReason={disabledReason}
      onDecide={requestDocuments}
    >
      <ModeField mode={mode} onChoose={setMode} />
      {mode === "set" ? (
        <NativeSelect
          label="Document set"
          value={set}
          onChange={(event) => setSet(event.currentTarget.value)}
          data={review.requirement_sets.map((value) => ({
            value,
            label: setWords[value] ?? labelWords(value),
          }))}
        />
      ) : (
        <SingleDocuments
          labels={review.profile.individuals.map(({ label }) => label)}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <Text size="sm" c="dimmed">
        Documents already awaiting upload are not requested again.
      </Text>
      <ReasonField value={reason} onChange={setReason} isNeeded={false} />
    </DecisionDialog>
  );
}

type Mode = "set" | "single";

interface ModeFieldProps {
  readonly mode: Mode;
  readonly onChoose: (mode: Mode) => void;
}

function ModeField({ mode, onChoose }: ModeFieldProps) {
  return (
    <Radio.Group
      label="Request"
      value={mode}
      onChange={(value) => onChoose(value === "single" ? "single" : "set")}
    >
      <Stack gap={6} mt={4}>
        <Radio value="set" label="Document set" />
        <Radio value="single" label="Individual documents" />
      </Stack>
    </Radio.Group>
  );
}

interface SingleDocumentsProps {
  readonly labels: readonly string[];
  readonly chosen: readonly RequestedDocument[];
  readonly onChoose: (chosen: readonly RequestedDocument[]) => void;
}

function SingleDocuments({ labels, chosen, onChoose }: SingleDocumentsProps) {
  return (
    <Checkbox.Group
      label="Documents"
      value={chosen.map(keyOf)}
      onChange={(keys) =>
        onChoose(requestableDocuments(labels).filter((document) => keys.includes(keyOf(document))))
      }
    >
      <Stack gap={6} mt={4}>
        {requestableDocuments(labels).map((document) => (
          <Checkbox key={keyOf(document)} value={keyOf(document)} label={documentWords(document)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function keyOf({ document_kind, person_label }: RequestedDocument): string {
  return `${document_kind} ${person_label ?? ""}`;
}
