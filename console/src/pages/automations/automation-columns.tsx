import { CopyId } from "../../kit/copy-id.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { type Automation, sourceWords } from "./automation.ts";

export const automationColumns: readonly Column<Automation>[] = [
  { header: "Name", phone: "title", cell: ({ name }) => name },
  { header: "Status", phone: "value", cell: ({ status }) => <StatusBadge status={status} /> },
  { header: "Source", phone: "detail", cell: (automation) => sourceWords(automation) },
  { header: "Destination", phone: "end", cell: ({ destination }) => placeWords(destination) },
  {
    header: "Problem",
    cell: ({ last_problem }) =>
      last_problem === null ? "–" : <StatusBadge status={last_problem.code} tone="waiting" />,
  },
  { header: "Created", sort: "created_at", cell: ({ created_at }) => <ListTime at={created_at} /> },
  { header: "ID", cell: ({ id }) => <CopyId id={id} of="automation" /> },
];
