import { Alert, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { CopyButton } from "../../../kit/copy-button.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { Section } from "../../../kit/section.tsx";
import { When } from "../../../kit/when.tsx";
import { matchSignature, type SignatureMatch, signedContent } from "./signature-check.ts";
import type { WholeDelivery } from "./webhook-queries.ts";

/** How a delivery was signed, and a comparison with the signature that the endpoint has. No secret is involved. */
export function SignatureSection({ delivery }: { readonly delivery: WholeDelivery }) {
  const { sent_at: sentAt, request_headers: headers, request_body: body, signed_with: secrets } = delivery;
  if (sentAt === null) return null;
  return (
    <Section
      title="Signature"
      description="HMAC-SHA256 over the event ID, the timestamp and the body, joined by periods."
    >
      <Stack gap="md">
        <Facts
          items={[
            ["Timestamp", <When key="at" at={sentAt} exact />],
            ["Signed with", secrets.map((secret) => secretWords(secret)).join(", ")],
            [
              "Verifies",
              headers === null ? "Unknown: its secret was replaced" : "Yes, with the secret above",
            ],
            [
              "Signed content",
              headers === null ? null : <SignedContent key="content" text={signedContent(headers, body)} />,
            ],
          ]}
        />
        {headers === null ? null : <Comparison headers={headers} />}
      </Stack>
    </Section>
  );
}

type SigningSecret = WholeDelivery["signed_with"][number];

function secretWords({ secret_id: id, status }: SigningSecret): string {
  return `${status} secret ${id}`;
}

function SignedContent({ text }: { readonly text: string }) {
  return (
    <span>
      <Text component="span" size="sm" ff="monospace" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
        {text}
      </Text>
      <CopyButton value={text} label="Copy signed content" />
    </span>
  );
}

function Comparison({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const [pasted, setPasted] = useState("");
  const match = matchSignature(pasted, headers);
  return (
    <Stack gap="xs">
      <TextInput
        label="Compare with your endpoint"
        description="Paste the signature that your endpoint received or computed. Never paste the secret."
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
        maw={640}
      />
      {pasted.trim() === "" ? null : (
        <Alert color={match === "none" ? "red" : "teal"} role="status">
          {matchWords[match]}
        </Alert>
      )}
    </Stack>
  );
}

const matchWords: Readonly<Record<SignatureMatch, string>> = {
  standard: "It matches webhook-signature.",
  body: "It matches x-request-signature-sha-256, which covers the body alone.",
  none: "No match. Check that your endpoint signs the raw body, byte for byte, with the decoded secret, and uses webhook-timestamp of this request.",
};
