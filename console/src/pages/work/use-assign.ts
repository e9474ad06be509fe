import { useMutation, useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import { toastError } from "../../kit/toast.ts";
import type { WorkKind } from "./work.ts";

interface Assignment {
  readonly kind: WorkKind;
  readonly id: string;
  /** What is not given is left unchanged: another user may have changed it meanwhile. */
  readonly assigneeId?: string | null;
  readonly dueAt?: string | null;
}

/** Assigns one or more items, one after the other. */
export function useAssign() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (assignments: readonly Assignment[]) => {
      for (const { kind, id, assigneeId, dueAt } of assignments) {
        await send("put", "/console/api/work-items/{kind}/{object_id}", {
          params: { path: { kind, object_id: id } },
          body: {
            ...(assigneeId === undefined ? {} : { assignee_id: assigneeId }),
            ...(dueAt === undefined ? {} : { due_at: dueAt }),
          },
        });
      }
    },
    onError: (error) => toastError(error, "Not assigned"),
    onSettled: () => queries.invalidateQueries({ queryKey: ["work"] }),
  });
}
