import { Breadcrumbs } from "@mantine/core";
import { PageLink } from "../../kit/page-link.tsx";
import type { Journal } from "./use-journal.ts";

interface JournalBackProps {
  readonly journal: Journal;
  /** Whether this is the journal's main page. */
  readonly isStart?: boolean;
}

/** Breadcrumbs: the journal and, for operators, the list of journals. */
export function JournalBack({ journal, isStart = false }: JournalBackProps) {
  const { isOfOperations, network, link } = journal;
  const links = [
    ...(isOfOperations ? [{ to: "/ops/ledger", words: "Ledger" }] : []),
    ...(isStart ? [] : [{ to: link(), words: isOfOperations ? `Journal on ${network}` : "Ledger" }]),
  ];
  if (links.length === 0) return null;
  return (
    <Breadcrumbs separatorMargin={6}>
      {links.map(({ to, words }) => (
        <PageLink key={to} to={to}>
          {words}
        </PageLink>
      ))}
    </Breadcrumbs>
  );
}
