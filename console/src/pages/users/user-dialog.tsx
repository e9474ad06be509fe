import { Checkbox, Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { Form } from "../../kit/form.tsx";
import { toastSuccess } from "../../kit/toast.ts";
import { CreatedLink, type Invited } from "./created-link.tsx";
import type { User } from "./user.ts";

export type ReviewerQuestion = "reset" | "end-sessions" | "disable" | "enable";

const words = {
  reset: {
    title: "Reset password",
    explain: "The current password and sessions stay valid until the link is used.",
    label: "Create link",
    done: "",
  },
  "end-sessions": {
    title: "Sign out everywhere",
    explain: "All sessions of the user end immediately. They can sign in again.",
    label: "Sign out",
    done: "signed out everywhere.",
  },
  disable: {
    title: "Disable",
    explain: "The user loses access immediately, in all sessions, until an admin enables them again.",
    label: "Disable",
    done: "disabled.",
  },
  enable: {
    title: "Enable",
    explain: "The user can sign in again with their previous roles.",
    label: "Enable",
    done: "enabled.",
  },
} as const;

interface UserDialogProps {
  readonly user: User;
  readonly question: ReviewerQuestion | undefined;
  readonly onClose: () => void;
}

/** Confirms an action on a user's access. */
export function UserDialog({ user, question, onClose }: UserDialogProps) {
  const title = question === undefined ? "" : `${words[question].title}: ${user.name}`;
  return (
    <Modal opened={question !== undefined} onClose={onClose} title={title} centered>
      {question === undefined ? null : <ActionForm user={user} question={question} onClose={onClose} />}
    </Modal>
  );
}

function ActionForm({
  user: { user_id, name },
  question,
  onClose,
}: UserDialogProps & { readonly question: ReviewerQuestion }) {
  const [resetsFactors, setResetsFactors] = useState(false);
  const [invited, setInvited] = useState<Invited>();
  const queryClient = useQueryClient();
  const { explain, label, done } = words[question];
  const act = async () => {
    const params = { path: { user_id } };
    if (question === "reset") {
      const body = { forgets_second_factors: resetsFactors };
      setInvited(await send("post", "/console/api/users/{user_id}/reset", { params, body }));
    } else {
      await send("post", `/console/api/users/{user_id}/${question}`, { params });
      toastSuccess(`${name} ${done}`);
      onClose();
    }
    await queryClient.invalidateQueries({ queryKey: ["users"] });
  };
  if (invited !== undefined) return <CreatedLink invited={invited} onDone={onClose} />;
  return (
    <Form label={label} danger={question === "disable"} onSubmit={act} onCancel={onClose}>
      <Text size="sm">{explain}</Text>
      {question === "reset" ? (
        <Checkbox
          label="Also reset second factors"
          description="The authenticator app, passkeys and recovery codes are removed when the link is used."
          checked={resetsFactors}
          onChange={(event) => setResetsFactors(event.currentTarget.checked)}
        />
      ) : null}
    </Form>
  );
}
