import type { ReactNode } from "react";
import classes from "./fold.module.css";

interface FoldProps {
  /** What is inside: "2 ledger records, 1 event". */
  readonly label: string;
  readonly children: ReactNode;
}

/** Content that is hidden until the user unfolds it. */
export function Fold({ label, children }: FoldProps) {
  return (
    <details className={classes["fold"]}>
      <summary className={classes["summary"]}>{label}</summary>
      <div className={classes["body"]}>{children}</div>
    </details>
  );
}
