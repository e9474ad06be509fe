import { ActionIcon, Menu, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CircleUserRound, Keyboard, LogOut } from "lucide-react";
import { pagePath } from "../page-path.ts";
import { pages } from "../pages/index.ts";
import { openShortcuts } from "../palette/palette-desk.ts";
import { useMayOpen } from "../session/use-may-open.ts";
import { useMe } from "../session/use-me.ts";
import { useSignOut } from "../session/use-sign-out.ts";
import { navigationGroups } from "./navigation-groups.ts";

/** Who one is, one's own pages, and the way out. */
export function PersonMenu() {
  const { person, operator_role } = useMe();
  const own = navigationGroups(pages, "me", useMayOpen()).flatMap((group) => group.pages);
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Signed in as ${person.email}`}>
          <CircleUserRound size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Text px="sm" pt={6} size="sm" fw={600} truncate>
          {person.name}
        </Text>
        <Text px="sm" pb={6} size="xs" c="dimmed" truncate>
          {person.email}
          {operator_role === null ? null : ` · operator, ${operator_role.replaceAll("_", " ")}`}
        </Text>
        <Menu.Divider />
        {own.map((page) => (
          <Menu.Item
            key={page.path}
            component={Link}
            to={pagePath(page, undefined) ?? "/"}
            leftSection={<page.nav.icon size={14} aria-hidden />}
          >
            {page.nav.label}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<Keyboard size={14} aria-hidden />} onClick={openShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={14} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
