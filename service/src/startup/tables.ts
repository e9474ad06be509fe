import { text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";

/** One-time actions of this deployment. */
export const deploymentFacts = table({
  name: "deployment_facts",
  owner: "startup",
  place: "coordinator",
  key: ["name"],
  columns: {
    name: text<"demo_accounts_created">(),
    recordedAt: timestamptz(),
  },
});
