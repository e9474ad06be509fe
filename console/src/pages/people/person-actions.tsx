import { ActionIcon, Group, Menu } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { send } from "../../api/client.ts";
import { useCan, useMe } from "../../session/use-me.ts";
import type { Person } from "./person.ts";
import { PersonDialog, type PersonQuestion } from "./person-dialog.tsx";
import { RoleButton } from "./role-button.tsx";
import { operatorRoles, roleOptions } from "./roles.ts";

const noRole = "none";

/** What an admin can do with somebody else. */
export function PersonActions({ person }: { readonly person: Person }) {
  const me = useMe();
  const mayWrite = useCan("people.write");
  const [question, setQuestion] = useState<PersonQuestion>();
  const queryClient = useQueryClient();
  const reason = whyNot(mayWrite, me.person.id === person.person_id);
  const changeRole = async (role: string) => {
    const path = { person_id: person.person_id };
    const operator_role = operatorRoles.find(({ value }) => value === role)?.value ?? null;
    await send("put", "/console/api/people/{person_id}/role", { params: { path }, body: { operator_role } });
    await queryClient.invalidateQueries({ queryKey: ["people"] });
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <RoleButton
        name={person.name}
        role={person.operator_role ?? noRole}
        roles={[...roleOptions(operatorRoles), { value: noRole, label: "None: not an operator" }]}
        disabledReason={reason}
        onChange={changeRole}
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="default"
            aria-label={`More for ${person.name}`}
            disabled={reason !== undefined}
            title={reason}
          >
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setQuestion("reset")}>New password…</Menu.Item>
          <Menu.Item onClick={() => setQuestion("end-sessions")}>Sign out everywhere…</Menu.Item>
          {person.disabled_at === null ? (
            <Menu.Item color="red" onClick={() => setQuestion("disable")}>
              Disable…
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => setQuestion("enable")}>Enable…</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <PersonDialog person={person} question={question} onClose={() => setQuestion(undefined)} />
    </Group>
  );
}

function whyNot(mayWrite: boolean, isMyself: boolean): string | undefined {
  if (!mayWrite) return "Only admins change who may use the console.";
  return isMyself ? "Nobody changes their own access." : undefined;
}
