import { Alert, Button, Checkbox, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { Download, KeyRound, Printer } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "../../kit/copy-button.tsx";
import { saveText } from "../../kit/save-file.ts";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly doneLabel: string;
  readonly onDone: () => void;
}

/** Newly created recovery codes, shown once. They are kept in component state only. */
export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  const [isStored, setIsStored] = useState(false);
  const text = `${codes.join("\n")}\n`;
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<KeyRound size={18} aria-hidden />} title="Recovery codes: shown only once">
        Each code replaces your second factor once if you lose it. Store them with your passwords.
      </Alert>
      <SimpleGrid
        cols={{ base: 1, xs: 2 }}
        spacing={4}
        component="ul"
        p={0}
        m={0}
        style={{ listStyle: "none" }}
      >
        {codes.map((code) => (
          <Text key={code} component="li" ff="monospace" size="sm">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={text} label="Copy" withWords />
        <Button
          variant="default"
          size="xs"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => saveText("florin-recovery-codes.txt", text)}
        >
          Download
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<Printer size={14} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </Group>
      <Checkbox
        label="I've stored these codes"
        checked={isStored}
        onChange={(event) => setIsStored(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button onClick={onDone} disabled={!isStored}>
          {doneLabel}
        </Button>
      </Group>
    </Stack>
  );
}
