import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/client.ts";
import { toastSuccess } from "../../kit/toast.ts";
import { type Review, reviewQuery } from "./review.ts";
import { changesSince, type ReviewChanges } from "./review-changes.ts";

/** Sends a decision on the review as the person saw it; meanwhile the page may have gone on. */
export type Decide = (
  seen: Review,
  work: (revision: number) => Promise<unknown>,
  done: string,
) => Promise<void>;

interface ReviewDesk {
  readonly decide: Decide;
  /** What somebody else has changed, after a decision came too late. */
  readonly changes: ReviewChanges | undefined;
  readonly forgetChanges: () => void;
}

/** Decisions on one review. What others were faster with is told, and nothing is decided blindly. */
export function useReviewDesk(): ReviewDesk {
  const queryClient = useQueryClient();
  const [changes, setChanges] = useState<ReviewChanges>();
  const decide: Decide = async (seen, work, done) => {
    try {
      await work(seen.revision);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "conflict") throw error;
      const now = await queryClient.fetchQuery({ ...reviewQuery(seen.account_id), staleTime: 0 });
      const found = changesSince(seen, now);
      // At the same revision it is the state that does not allow it, and the service has said why.
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
