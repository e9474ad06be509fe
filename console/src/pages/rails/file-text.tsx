import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type Answered, isCanceled, send } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Section } from "../../kit/section.tsx";
import { useCan } from "../../session/use-me.ts";
import classes from "./file-text.module.css";

type BankFile = Answered<"/console/api/rails/files/{file_id}">["file"];

/** The file as the bank has it, for who asks. It is gone when the page is left. */
export function FileText({ file }: { readonly file: BankFile }) {
  const mayDecide = useCan("rails.decide");
  const [text, setText] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const show = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      const params = { path: { file_id: file.id } };
      const answer = await send("post", "/console/api/rails/files/{file_id}/text", { params });
      setText(answer.text);
    } catch (thrown) {
      if (!isCanceled(thrown)) setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Section
      title="The text"
      description="With names and account numbers. Whoever looks is written into the audit log."
    >
      <Stack gap="sm">
        {error === undefined ? null : <ErrorNotice error={error} />}
        {text === undefined ? (
          <Group>
            <Button
              variant="default"
              loading={isBusy}
              disabled={!mayDecide}
              title={mayDecide ? undefined : "Your role may look at rails, and not decide."}
              onClick={() => void show()}
            >
              Show the text
            </Button>
          </Group>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
            <section tabIndex={0} aria-label="Text of the file" className={classes["text"]}>
              <Code block className={classes["code"]}>
                {text}
              </Code>
            </section>
            <Group>
              <Button variant="default" onClick={() => setText(undefined)}>
                Hide the text
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
