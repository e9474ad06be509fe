import { Checkbox, NativeSelect, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import type { DecisionProps } from "./decision-props.ts";
import { documentWords } from "./document-words.ts";
import { ReasonField } from "./reason-field.tsx";
import { labelWords, type Review } from "./review.ts";
import { type Wanted, wantableDocuments } from "./wantable-documents.ts";

const setWords: Readonly<Record<string, string>> = {
  standard: "Standard: the business exists, and its people are who they say",
  business: "Business: it is what it says",
  identity: "Identity: the people are who they say",
  address: "Address: the business is where it says",
  ownership: "Ownership: who owns it is as it says",
};

/** Asks the account's manager for a named set, or for single documents. */
export function RequestDocumentsDialog({ review, decide, disabledReason }: DecisionProps) {
  const [reason, setReason] = useState("");
  const [way, setWay] = useState<Way>("set");
  const [set, setSet] = useState<string>(review.requirement_sets[0] ?? "");
  const [chosen, setChosen] = useState<readonly Wanted[]>([]);
  const ask = (seen: Review) => {
    const named = review.requirement_sets.find((known) => known === set);
    const wanted = way === "set" ? (named === undefined ? {} : { set: named }) : { documents: [...chosen] };
    const why = reason.trim() === "" ? {} : { reason: reason.trim() };
    return decide(
      seen,
      (revision) =>
        send("post", "/console/api/reviews/{account_id}/request-documents", {
          params: { path: { account_id: review.account_id } },
          body: { revision, ...wanted, ...why },
        }),
      "Documents are asked for",
    );
  };
  return (
    <DecisionDialog
      review={review}
      label="Ask for documents"
      title={`Ask ${review.tenant_name} for documents`}
      variant="default"
      disabledReason={disabledReason}
      onDecide={ask}
    >
      <WayField way={way} onChoose={setWay} />
      {way === "set" ? (
        <NativeSelect
          label="Set"
          value={set}
          onChange={(event) => setSet(event.currentTarget.value)}
          data={review.requirement_sets.map((value) => ({
            value,
            label: setWords[value] ?? labelWords(value),
          }))}
        />
      ) : (
        <SingleDocuments
          labels={review.profile.people.map(({ label }) => label)}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <Text size="sm" c="dimmed">
        What waits for its upload already is not asked for twice.
      </Text>
      <ReasonField value={reason} onChange={setReason} isNeeded={false} />
    </DecisionDialog>
  );
}

type Way = "set" | "single";

interface WayFieldProps {
  readonly way: Way;
  readonly onChoose: (way: Way) => void;
}

function WayField({ way, onChoose }: WayFieldProps) {
  return (
    <Radio.Group
      label="Which"
      value={way}
      onChange={(value) => onChoose(value === "single" ? "single" : "set")}
    >
      <Stack gap={6} mt={4}>
        <Radio value="set" label="A set" />
        <Radio value="single" label="Single documents" />
      </Stack>
    </Radio.Group>
  );
}

interface SingleDocumentsProps {
  readonly labels: readonly string[];
  readonly chosen: readonly Wanted[];
  readonly onChoose: (chosen: readonly Wanted[]) => void;
}

function SingleDocuments({ labels, chosen, onChoose }: SingleDocumentsProps) {
  return (
    <Checkbox.Group
      label="Documents"
      value={chosen.map(keyOf)}
      onChange={(keys) =>
        onChoose(wantableDocuments(labels).filter((wanted) => keys.includes(keyOf(wanted))))
      }
    >
      <Stack gap={6} mt={4}>
        {wantableDocuments(labels).map((wanted) => (
          <Checkbox key={keyOf(wanted)} value={keyOf(wanted)} label={documentWords(wanted)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function keyOf({ document_kind, person_label }: Wanted): string {
  return `${document_kind} ${person_label ?? ""}`;
}
