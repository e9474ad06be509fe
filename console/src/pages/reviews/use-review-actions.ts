import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/client.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { type Review, reviewQuery } from "./review.ts";
import { changesSince, type ReviewChanges } from "./review-changes.ts";

/** Sends a decision for the revision the reviewer saw, which may no longer be the current one. */
export type Decide = (
  seen: Review,
  work: (revision: number) => Promise<unknown>,
  done: string,
) => Promise<void>;

interface ReviewActions {
  readonly decide: Decide;
  /** Changes by another reviewer that caused a conflict. */
  readonly changes: ReviewChanges | undefined;
  readonly forgetChanges: () => void;
}

/** Decisions on a review. A conflict shows the changes instead of overwriting them. */
export function useReviewActions(): ReviewActions {
  const queryClient = useQueryClient();
  const [changes, setChanges] = useState<ReviewChanges>();
  const decide: Decide = async (seen, work, done) => {
    try {
      await work(seen.revision);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "conflict") throw error;
      const now = await queryClient.fetchQuery({ ...reviewQuery(seen.account_id), staleTime: 0 });
      const found = changesSince(seen, now);
      // At the same revision, the review's state does not allow the decision, and the error says why.
      if (found === undefined) throw error;
      setChanges(found);
      return;
    }
    setChanges(undefined);
    toastSuccess(done);
    await queryClient.invalidateQueries({ queryKey: ["reviews"] });
  };
  return { decide, changes, forgetChanges: () => setChanges(undefined) };
}
