import { useState } from "react";
import { type Entered, hasSecondFactor } from "./entered.ts";
import { PasswordStep } from "./password-step.tsx";
import { SecondFactorSetUp } from "./second-factor-set-up.tsx";
import { SecondFactorStep } from "./second-factor-step.tsx";

interface EntryStepsProps {
  /** Progress so far, if the user has entered the password already. */
  readonly entered?: Entered | undefined;
  readonly email?: string | undefined;
  readonly onDone: () => void;
}

/** Password, then the second factor; users without one set it up first. */
export function EntrySteps({ entered: before, email, onDone }: EntryStepsProps) {
  const [entered, setEntered] = useState(before);
  const advance = (next: Entered) => {
    if (next.stage === "complete") onDone();
    else setEntered(next);
  };
  if (entered === undefined) return <PasswordStep email={email} onEntered={advance} />;
  if (hasSecondFactor(entered)) return <SecondFactorStep entered={entered} onEntered={advance} />;
  return <SecondFactorSetUp onDone={onDone} />;
}
