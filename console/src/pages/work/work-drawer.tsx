import { Button, Drawer } from "@mantine/core";
import { ClipboardList } from "lucide-react";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useCan } from "../../session/use-me.ts";
import { kindWords, type WorkKind } from "./work.ts";
import { WorkPanel } from "./work-panel.tsx";

/** The work on an item of a queue whose items have no page; the item is in the URL, so that others can be sent to it. */
export function WorkDrawer({ kind }: { readonly kind: WorkKind }) {
  const [{ item }, setFilters] = useUrlFilters({ item: "" });
  return (
    <Drawer
      opened={item !== ""}
      onClose={() => setFilters({ item: "" })}
      position="right"
      size="md"
      title={kindWords[kind]}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {item === "" ? null : <WorkPanel key={item} kind={kind} id={item} />}
    </Drawer>
  );
}

/** Opens the drawer for an item. */
export function WorkButton({ id }: { readonly id: string }) {
  const [, setFilters] = useUrlFilters({ item: "" });
  if (!useCan("overview.read")) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<ClipboardList size={14} aria-hidden />}
      onClick={() => setFilters({ item: id })}
    >
      Work
    </Button>
  );
}
