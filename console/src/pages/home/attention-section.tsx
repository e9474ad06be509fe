import { List, ListItem, Text } from "@mantine/core";
import { countWords } from "../../kit/count-words.ts";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import type { Permission } from "../../permission.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { Home } from "./home.ts";

type Waiting = Home["waiting"];

interface Item {
  readonly name: Exclude<keyof Waiting, "limit">;
  /** Singular and plural. */
  readonly words: readonly [string, string];
  /** Page that shows them, and the permission it requires. */
  readonly page: string;
  readonly permission: Permission;
}

const items: readonly Item[] = [
  {
    name: "accounts_awaiting_documents",
    words: ["account that requires documents", "accounts that require documents"],
    page: "accounts",
    permission: "accounts:read",
  },
  {
    name: "accounts_in_review",
    words: ["account in review", "accounts in review"],
    page: "accounts",
    permission: "accounts:read",
  },
  {
    name: "payments_unmatched",
    words: ["unmatched payment", "unmatched payments"],
    page: "payments",
    permission: "payments:read",
  },
  {
    name: "webhooks_failing",
    words: ["failing webhook", "failing webhooks"],
    page: "webhooks",
    permission: "webhooks:read",
  },
];

/** Items that need manual action. */
export function WaitingSection({ waiting }: { readonly waiting: Waiting }) {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  const open = items.filter(({ name }) => waiting[name] > 0);
  return (
    <Section title="Needs attention">
      {open.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing needs attention.
        </Text>
      ) : (
        <List size="sm" spacing={4}>
          {open.map(({ name, words, page, permission }) => {
            const count = waiting[name];
            const text = `${countWords(count, count >= waiting.limit)} ${count === 1 ? words[0] : words[1]}`;
            return (
              <ListItem key={name}>
                {can(permission) ? <PageLink to={link(page)}>{text}</PageLink> : text}
              </ListItem>
            );
          })}
        </List>
      )}
    </Section>
  );
}
