import { Stack, Text } from "@mantine/core";
import { SecretOnce } from "../../../kit/secret-once.tsx";

/** The key of the signatures, this once. */
export function WebhookSecret({ secret }: { readonly secret: string }) {
  return (
    <Stack gap="xs">
      <SecretOnce label="Signing secret" secret={secret} fileName="webhook-secret.txt" />
      <Text size="sm" c="dimmed">
        With it your endpoint checks the header webhook-signature: HMAC-SHA256 over the id, the timestamp and
        the body, joined by full stops. The secret is base64url; decode it before use.
      </Text>
    </Stack>
  );
}
