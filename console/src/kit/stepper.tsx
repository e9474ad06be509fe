import { Check, CircleDot, X } from "lucide-react";
import type { Step } from "./step.ts";
import classes from "./stepper.module.css";

const stateWords = { done: "done", current: "in progress", ahead: "not started", failed: "failed" } as const;

/** Three to five steps, of which one is current, unless all are done. */
export function Stepper({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={classes["steps"]} aria-label="Progress">
      {steps.map(({ label, state }) => (
        <li
          key={label}
          className={classes["step"]}
          data-state={state}
          aria-current={state === "current" ? "step" : undefined}
        >
          <span className={classes["mark"]}>
            <Mark state={state} />
          </span>
          <span className={classes["label"]}>
            {label}
            <span className={classes["unseen"]}>, {stateWords[state]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Mark({ state }: Pick<Step, "state">) {
  switch (state) {
    case "done":
      return <Check size={14} aria-hidden />;
    case "current":
      return <CircleDot size={14} aria-hidden />;
    case "failed":
      return <X size={14} aria-hidden />;
    case "ahead":
      return null;
  }
}
