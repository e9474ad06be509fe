import type { QueryClient } from "@tanstack/react-query";
import { get } from "../api/client.ts";
import { setTransferTypes } from "../kit/transfer-type-words.ts";

/** Loads the names of chains and rails, once: they change only when the service restarts. */
export async function loadTransferTypes(queryClient: QueryClient): Promise<void> {
  const transferTypes = await queryClient.ensureQueryData({
    queryKey: ["transfer-types"],
    queryFn: ({ signal }) => get("/console/api/transfer-types", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  setTransferTypes(transferTypes);
}
