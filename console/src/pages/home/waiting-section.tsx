import { List, ListItem, Text } from "@mantine/core";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import type { Permission } from "../../permission.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { countWords } from "./count-words.ts";
import type { Home } from "./home.ts";

type Waiting = Home["waiting"];

interface Item {
  readonly name: Exclude<keyof Waiting, "limit">;
  /** Of one, and of more. */
  readonly words: readonly [string, string];
  /** Where one sees them, and who may. */
  readonly page: string;
  readonly permission: Permission;
}

const items: readonly Item[] = [
  {
    name: "accounts_wanting_documents",
    words: ["account from which documents are wanted", "accounts from which documents are wanted"],
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
    words: [
      "payment that came and that nobody can take yet",
      "payments that came and that nobody can take yet",
    ],
    page: "payments",
    permission: "payments:read",
  },
  {
    name: "webhooks_failing",
    words: ["webhook whose endpoint fails", "webhooks whose endpoint fails"],
    page: "webhooks",
    permission: "webhooks:read",
  },
];

/** What does not go on by itself. */
export function WaitingSection({ waiting }: { readonly waiting: Waiting }) {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  const open = items.filter(({ name }) => waiting[name] > 0);
  return (
    <Section title="Waiting for somebody">
      {open.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing waits: everything goes on by itself.
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
