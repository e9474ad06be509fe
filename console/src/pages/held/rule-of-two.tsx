import { Amount } from "../../kit/amount.tsx";

interface RuleOfTwoProps {
  readonly answer: { readonly second_person_above: string | null; readonly is_complete: boolean } | undefined;
}

/** From which amount two people decide, and whether the list holds everything. */
export function RuleOfTwo({ answer }: RuleOfTwoProps) {
  if (answer === undefined) return null;
  const { second_person_above: above, is_complete: isComplete } = answer;
  return (
    <>
      {above === null ? (
        "One person may release."
      ) : (
        <>
          Above <Amount value={above} asset="USD" inline /> two people release; tokens count as dollars, one
          to one.
        </>
      )}
      {isComplete ? "" : " There are more than are listed here."}
    </>
  );
}
