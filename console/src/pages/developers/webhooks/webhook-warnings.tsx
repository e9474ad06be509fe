import { Alert } from "@mantine/core";
import { TriangleAlert } from "lucide-react";

/** What the events of a subscription miss. */
export function WebhookWarnings({ warnings }: { readonly warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Alert key={warning} color="yellow" title="Missing events" icon={<TriangleAlert size={18} aria-hidden />}>
      {warning}
    </Alert>
  ));
}
