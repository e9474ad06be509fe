import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { Download, KeyRound } from "lucide-react";
import { CopyButton } from "./copy-button.tsx";
import { saveText } from "./save-file.ts";

interface SecretOnceProps {
  readonly label: string;
  readonly secret: string;
  readonly fileName: string;
}

/** A newly created secret. It is kept in component state only and is gone once the user leaves the page. */
export function SecretOnce({ label, secret, fileName }: SecretOnceProps) {
  return (
    <Alert color="yellow" icon={<KeyRound size={18} aria-hidden />} title={`${label}: shown only once`}>
      <Stack gap="sm">
        <Text size="sm">Store it now. You can't view it again, only replace it.</Text>
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
