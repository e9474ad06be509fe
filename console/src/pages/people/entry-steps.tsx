import { useState } from "react";
import { type Entered, hasSecondFactor } from "./entered.ts";
import { PasswordStep } from "./password-step.tsx";
import { SecondFactorSetUp } from "./second-factor-set-up.tsx";
import { SecondFactorStep } from "./second-factor-step.tsx";

interface EntryStepsProps {
  /** How far somebody has come already. */
  readonly entered?: Entered | undefined;
  readonly email?: string | undefined;
  readonly onDone: () => void;
}

/** Password, then the second factor, which is set up first where there is none. */
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
