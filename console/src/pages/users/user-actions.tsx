import { ActionIcon, Group, Menu } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { useCan, useMe } from "../../session/use-me.ts";
import { RoleButton } from "./role-button.tsx";
import { operatorRoles, roleOptions } from "./roles.ts";
import type { User } from "./user.ts";
import { type ReviewerQuestion, UserDialog } from "./user-dialog.tsx";

const noRole = "none";

/** Admin actions on another user. */
export function UserActions({ user }: { readonly user: User }) {
  const me = useMe();
  const mayWrite = useCan("users.write");
  const [question, setQuestion] = useState<ReviewerQuestion>();
  const queryClient = useQueryClient();
  const reason = whyNot(mayWrite, me.user.id === user.user_id);
  const changeRole = async (role: string) => {
    const path = { user_id: user.user_id };
    const operator_role = operatorRoles.find(({ value }) => value === role)?.value ?? null;
    await send("put", "/console/api/users/{user_id}/role", { params: { path }, body: { operator_role } });
    await queryClient.invalidateQueries({ queryKey: ["users"] });
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <RoleButton
        name={user.name}
        role={user.operator_role ?? noRole}
        roles={[...roleOptions(operatorRoles), { value: noRole, label: "None: not an operator" }]}
        disabledReason={reason}
        onChange={changeRole}
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="default"
            aria-label={`More actions for ${user.name}`}
            disabled={reason !== undefined}
            title={reason}
          >
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setQuestion("reset")}>Reset password…</Menu.Item>
          <Menu.Item onClick={() => setQuestion("end-sessions")}>Sign out everywhere…</Menu.Item>
          {user.disabled_at === null ? (
            <Menu.Item color="red" onClick={() => setQuestion("disable")}>
              Disable…
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => setQuestion("enable")}>Enable…</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <UserDialog user={user} question={question} onClose={() => setQuestion(undefined)} />
    </Group>
  );
}

function whyNot(mayWrite: boolean, isMyself: boolean): string | undefined {
  if (!mayWrite) return "Only admins can manage users.";
  return isMyself ? "You can't change your own access." : undefined;
}
