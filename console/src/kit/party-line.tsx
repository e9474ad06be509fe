import { Badge, Text } from "@mantine/core";
import { PageLink } from "./page-link.tsx";
import type { Party } from "./party-words.ts";

/** Who gives or gets money: name, number, bank and status, in one line. */
export function PartyLine({ party: { name, number, detail, status, to } }: { readonly party: Party }) {
  return (
    <Text component="span" size="sm" c="var(--mantine-color-text)">
      <Text component="span" fw={600} inherit>
        {to === undefined ? name : <PageLink to={to}>{name}</PageLink>}
      </Text>
      {number === undefined ? null : ` ${number}`}
      {detail === undefined ? null : ` (${detail})`}
      {status === undefined ? null : (
        <Badge component="span" variant="light" color="yellow" radius="sm" tt="none" fw={500} ml={6}>
          {status}
        </Badge>
      )}
    </Text>
  );
}
