import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type ResponseBody, send } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Section } from "../../kit/section.tsx";
import { useAttempt } from "../../kit/use-attempt.ts";
import { useCan } from "../../session/use-me.ts";
import classes from "./file-text.module.css";

type BankFile = ResponseBody<"/console/api/rails/files/{file_id}">["file"];

/** The raw file, on request. It is dropped when the user leaves the page. */
export function FileText({ file }: { readonly file: BankFile }) {
  const mayDecide = useCan("rails.decide");
  const [text, setText] = useState<string>();
  const { isBusy, error, attempt } = useAttempt();
  const show = async () => {
    const params = { path: { file_id: file.id } };
    const response = await send("post", "/console/api/rails/files/{file_id}/text", { params });
    setText(response.text);
  };
  return (
    <Section
      title="Raw file"
      description="Contains names and account numbers. Viewing is recorded in the audit log."
    >
      <Stack gap="sm">
        <ErrorNotice error={error} />
        {text === undefined ? (
          <Group>
            <Button
              variant="default"
              loading={isBusy}
              disabled={!mayDecide}
              title={mayDecide ? undefined : "Your role has read-only access to rails."}
              onClick={() => void attempt(show)}
            >
              Show raw file
            </Button>
          </Group>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
            <section tabIndex={0} aria-label="Raw file content" className={classes["text"]}>
              <Code block className={classes["code"]}>
                {text}
              </Code>
            </section>
            <Group>
              <Button variant="default" onClick={() => setText(undefined)}>
                Hide raw file
              </Button>
              <Text size="xs" c="dimmed">
                {text.split("\n").length} lines
              </Text>
            </Group>
          </>
        )}
      </Stack>
    </Section>
  );
}
