import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { Download, KeyRound } from "lucide-react";
import { CopyButton } from "./copy-button.tsx";
import { saveText } from "./save-file.ts";

interface SecretOnceProps {
  readonly label: string;
  readonly secret: string;
  readonly fileName: string;
}

/** A secret, right after it was made. It lives in the state of the page alone, and is gone after leaving. */
export function SecretOnce({ label, secret, fileName }: SecretOnceProps) {
  return (
    <Alert color="yellow" icon={<KeyRound size={18} aria-hidden />} title={`${label}: shown this once`}>
      <Stack gap="sm">
        <Text size="sm">Store it now. It cannot be shown again, only replaced.</Text>
        <TextInput
          label={label}
          value={secret}
          readOnly
          spellCheck={false}
          autoComplete="off"
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap="xs">
          <CopyButton value={secret} label="Copy" withWords />
          <Button
            variant="default"
            size="xs"
            leftSection={<Download size={14} aria-hidden />}
            onClick={() => saveText(fileName, `${secret}\n`)}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
