import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { When } from "../../kit/when.tsx";
import { DocumentDecision } from "./document-decision.tsx";
import { DocumentViewer } from "./document-viewer.tsx";
import { documentWords, sizeWords } from "./document-words.ts";
import classes from "./documents-panel.module.css";
import type { Requirement, Review, ReviewDocument } from "./review.ts";
import type { Decide } from "./use-review-actions.ts";

interface DocumentsPanelProps {
  readonly review: Review;
  readonly mayDecide: boolean;
  readonly decide: Decide;
}

/** Submitted documents with an inline viewer, and documents that are still missing. */
export function DocumentsPanel({ review, mayDecide, decide }: DocumentsPanelProps) {
  const [openId, setOpenId] = useState<string>();
  const missing = review.requirements.filter(({ status }) => status === "pending_upload");
  return (
    <Section title={review.documents.length === 0 ? "Documents" : `Documents (${review.documents.length})`}>
      <Stack gap="sm">
        {review.documents.length === 0 && missing.length === 0 ? (
          <Text size="sm" c="dimmed">
            {review.network === "testnet" || review.self_attested
              ? "Testnet and self-attested accounts don't submit documents."
              : "No documents submitted or requested."}
          </Text>
        ) : null}
        {review.documents.map((document) => {
          const id = document.doc_submission_id;
          return (
            <DocumentRow
              key={id}
              review={review}
              document={document}
              isOpen={openId === id}
              onToggle={() => setOpenId(openId === id ? undefined : id)}
              mayDecide={mayDecide}
              decide={decide}
            />
          );
        })}
        {missing.map((requirement) => (
          <Missing
            key={`${requirement.document_kind} ${requirement.person_label} ${requirement.requested}`}
            requirement={requirement}
          />
        ))}
      </Stack>
    </Section>
  );
}

interface DocumentRowProps extends DocumentsPanelProps {
  readonly document: ReviewDocument;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function DocumentRow({ review, document, isOpen, onToggle, mayDecide, decide }: DocumentRowProps) {
  const { doc_submission_id: id, size_bytes: size } = document;
  const fulfilled = review.requirements.find((requirement) => requirement.doc_submission_id === id);
  return (
    <Box component="article" aria-label={documentWords(document)} className={classes["row"]}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <Box style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text size="sm" fw={500}>
              {documentWords(document)}
            </Text>
            <StatusBadge status={fulfilled?.status ?? "not requested"} />
          </Group>
          <Text size="xs" c="dimmed" component="div">
            {document.content_type?.split("/")[1]?.toUpperCase() ?? "File"}
            {size === null ? "" : `, ${sizeWords(size)}`}, linked <When at={document.linked} />
          </Text>
        </Box>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={isOpen ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
            aria-expanded={isOpen}
            onClick={onToggle}
            disabled={!mayDecide}
            title={mayDecide ? "Viewing is recorded in the audit log" : "Your role can't view documents"}
          >
            {isOpen ? "Close" : "View"}
          </Button>
          {fulfilled === undefined || !mayDecide ? null : (
            <DocumentDecision review={review} document={document} requirement={fulfilled} decide={decide} />
          )}
        </Group>
      </Group>
      {isOpen ? <DocumentViewer accountId={review.account_id} document={document} /> : null}
    </Box>
  );
}

function Missing({ requirement }: { readonly requirement: Requirement }) {
  return (
    <Group gap="xs" className={classes["row"]}>
      <Text size="sm">{documentWords(requirement)}</Text>
      <StatusBadge status="pending_upload" tone="waiting" />
      <Text size="xs" c="dimmed" component="span">
        requested <When at={requirement.requested} />
      </Text>
    </Group>
  );
}
