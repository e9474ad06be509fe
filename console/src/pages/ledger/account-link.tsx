import { PageLink } from "../../kit/page-link.tsx";
import type { Journal } from "./use-journal.ts";

interface AccountLinkProps {
  readonly journal: Journal;
  readonly path: string;
}

/** An account of the ledger by its path, which leads to its statement. */
export function AccountLink({ journal, path }: AccountLinkProps) {
  return (
    <PageLink to={statementPath(journal, path)} ff="monospace" fz="sm" style={{ overflowWrap: "anywhere" }}>
      {path}
    </PageLink>
  );
}

/** The page with the statement of one account. */
export function statementPath(journal: Journal, account: string): string {
  return `${journal.link("statement")}?account=${encodeURIComponent(account)}`;
}
