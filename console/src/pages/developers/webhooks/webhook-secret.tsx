import { Stack, Text } from "@mantine/core";
import { SecretOnce } from "../../../kit/secret-once.tsx";

/** Shows the signing secret once. */
export function WebhookSecret({ secret }: { readonly secret: string }) {
  return (
    <Stack gap="xs">
      <SecretOnce label="Signing secret" secret={secret} fileName="webhook-secret.txt" />
      <Text size="sm" c="dimmed">
        Verify the webhook-signature header with it: HMAC-SHA256 over the ID, timestamp and body, joined by
        periods. The secret is base64url-encoded; decode it before use.
      </Text>
    </Stack>
  );
}
