import { BookText } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

const own = { area: "workspace", permission: "workspace.read" } as const;
const ofAll = { area: "operations", permission: "ledger.read" } as const;
const journal = "ledger/$journalTenant/$journalNetwork";

const loadJournal: PageRoute["load"] = async () => (await import("./journal-page.tsx")).JournalPage;
const loadStatement: PageRoute["load"] = async () => (await import("./statement-page.tsx")).StatementPage;
const loadRecords: PageRoute["load"] = async () => (await import("./records-page.tsx")).RecordsPage;
const loadRecord: PageRoute["load"] = async () => (await import("./record-page.tsx")).RecordPage;

export const ledgerPages: readonly PageRoute[] = [
  {
    ...own,
    path: "ledger",
    title: "Ledger",
    nav: { group: "Money", label: "Ledger", icon: BookText, order: 40 },
    load: loadJournal,
  },
  { ...own, path: "ledger/statement", title: "Statement", load: loadStatement },
  { ...own, path: "ledger/records", title: "Records", load: loadRecords },
  { ...own, path: "ledger/records/$sequence", title: "Record", load: loadRecord },
  {
    ...ofAll,
    path: "ledger",
    title: "Ledger",
    nav: { group: "Money", label: "Ledger", icon: BookText, order: 38 },
    load: async () => (await import("./journals-page.tsx")).JournalsPage,
  },
  { ...ofAll, path: journal, title: "Journal", load: loadJournal },
  { ...ofAll, path: `${journal}/statement`, title: "Statement", load: loadStatement },
  { ...ofAll, path: `${journal}/records`, title: "Records", load: loadRecords },
  { ...ofAll, path: `${journal}/records/$sequence`, title: "Record", load: loadRecord },
];
