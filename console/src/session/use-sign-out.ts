import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { send } from "../api/client.ts";
import { forgetListDisplay } from "../kit/list/list-display.ts";
import { forgetDraft } from "../kit/stored-draft.ts";
import { toastError } from "../kit/toast.ts";
import { forgetWorkspace } from "../workspace/last-workspace.ts";
import { signInPath } from "./sign-in-path.ts";

/** Ends the session and clears cached data. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    let endSessionUrl: string | null;
    try {
      ({ end_session_url: endSessionUrl } = await send("post", "/console/api/sign-out"));
    } catch (error) {
      toastError(error);
      return;
    }
    forgetWorkspace();
    forgetDraft();
    forgetListDisplay();
    queryClient.clear();
    if (endSessionUrl !== null) {
      window.location.assign(endSessionUrl);
      return;
    }
    await navigate(signInPath(undefined));
  };
}
