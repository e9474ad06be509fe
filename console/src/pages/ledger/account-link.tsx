import { PageLink } from "../../kit/page-link.tsx";
import type { Journal } from "./use-journal.ts";

interface AccountLinkProps {
  readonly journal: Journal;
  readonly path: string;
}

/** Path of a ledger account, linked to its statement. */
export function AccountLink({ journal, path }: AccountLinkProps) {
  return (
    <PageLink to={statementPath(journal, path)} ff="monospace" fz="sm" style={{ overflowWrap: "anywhere" }}>
      {path}
    </PageLink>
  );
}

/** Path of the statement page of a ledger account. */
export function statementPath(journal: Journal, account: string): string {
  return `${journal.link("statement")}?account=${encodeURIComponent(account)}`;
}
