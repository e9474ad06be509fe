import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { send } from "../../api/client.ts";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { forgetDraft } from "../../kit/stored-draft.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { TransferRequest } from "./transfer-draft.ts";

/** Quotes a transfer and creates it, exactly once even if the button is pressed twice. */
export function useTransferQuote(accountId: string) {
  const { params } = useWorkspace();
  const link = useWorkspaceLink();
  const navigate = useNavigate();
  const path = { ...params, account_id: accountId };
  // One idempotency key per quote: a double click or a retry after a broken connection creates one transfer.
  const [key, setKey] = useState("");
  // A second click can arrive before the button is re-rendered.
  const isSent = useRef(false);
  const asking = useMutation({
    mutationFn: (body: TransferRequest) =>
      send("post", "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers/quote", {
        params: { path },
        body,
      }),
    onSuccess: () => setKey(crypto.randomUUID()),
  });
  const creating = useMutation({
    mutationFn: (body: TransferRequest) =>
      send("post", "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers", {
        params: { path },
        body,
        idempotencyKey: key,
      }),
    onSuccess: async ({ id }) => {
      forgetDraft();
      toastSuccess("Transfer created.");
      await navigate({ to: link("transfers", id) });
    },
  });
  return {
    quote: asking.data,
    ask: asking.mutateAsync,
    error: asking.error,
    forget: () => {
      asking.reset();
      creating.reset();
    },
    create: (body: TransferRequest) => {
      if (isSent.current) return;
      isSent.current = true;
      creating.mutate(body, {
        onError: () => {
          isSent.current = false;
        },
      });
    },
    isCreating: creating.isPending || creating.isSuccess,
    createError: creating.error,
  };
}

export type TransferQuote = NonNullable<ReturnType<typeof useTransferQuote>["quote"]>;
