import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { send } from "../../api/client.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { FormAlert } from "./form-alert.tsx";
import type { Person } from "./person.ts";
import { ShownLink } from "./shown-link.tsx";
import { useAttempt } from "./use-attempt.ts";

export type PersonQuestion = "reset" | "end-sessions" | "disable" | "enable";

const words = {
  reset: {
    title: "Make a link for a new password",
    explain:
      "The password until now stays good until the link is used. Whoever is signed in stays so until then.",
    label: "Make a link",
    done: "",
  },
  "end-sessions": {
    title: "Sign out everywhere",
    explain: "All sessions of the person end at once. They can sign in again.",
    label: "Sign out",
    done: "was signed out everywhere.",
  },
  disable: {
    title: "Disable",
    explain:
      "The person is shut out at once, wherever they are signed in, until somebody enables them again.",
    label: "Disable",
    done: "is disabled.",
  },
  enable: {
    title: "Enable",
    explain: "The person can sign in again, with the roles that they had.",
    label: "Enable",
    done: "is enabled.",
  },
} as const;

interface PersonDialogProps {
  readonly person: Person;
  readonly question: PersonQuestion | undefined;
  readonly onClose: () => void;
}

/** Asks again before something is done with somebody's access. */
export function PersonDialog({ person, question, onClose }: PersonDialogProps) {
  const title = question === undefined ? "" : `${words[question].title}: ${person.name}`;
  return (
    <Modal opened={question !== undefined} onClose={onClose} title={title} centered>
      {question === undefined ? null : <Question person={person} question={question} onClose={onClose} />}
    </Modal>
  );
}

function Question({
  person: { person_id, name },
  question,
  onClose,
}: PersonDialogProps & { readonly question: PersonQuestion }) {
  const [forgets, setForgets] = useState(false);
  const [link, setLink] = useState<string>();
  const { isBusy, error, attempt } = useAttempt();
  const queryClient = useQueryClient();
  const { explain, label, done } = words[question];
  const act = async () => {
    const params = { path: { person_id } };
    if (question === "reset") {
      const body = { forgets_second_factors: forgets };
      setLink((await send("post", "/console/api/people/{person_id}/reset", { params, body })).link);
    } else {
      await send("post", `/console/api/people/{person_id}/${question}`, { params });
      toastSuccess(`${name} ${done}`);
      onClose();
    }
    await queryClient.invalidateQueries({ queryKey: ["people"] });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(act);
  };
  if (link !== undefined) return <ShownLink link={link} onDone={onClose} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{explain}</Text>
        {question === "reset" ? (
          <Checkbox
            label="The second factors were lost, too"
            description="Authenticator, passkeys and recovery codes are removed when the link is used."
            checked={forgets}
            onChange={(event) => setForgets(event.currentTarget.checked)}
          />
        ) : null}
        <FormAlert error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} {...(question === "disable" ? { color: "red" } : {})}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
