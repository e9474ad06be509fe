import { Amount } from "../../kit/amount.tsx";

interface RuleOfTwoProps {
  readonly response:
    | { readonly dual_approval_above: string | null; readonly is_complete: boolean }
    | undefined;
}

/** Dual approval threshold, and whether the list is complete. */
export function RuleOfTwo({ response }: RuleOfTwoProps) {
  if (response === undefined) return null;
  const { dual_approval_above: above, is_complete: isComplete } = response;
  return (
    <>
      {above === null ? (
        "Releases don't require dual approval."
      ) : (
        <>
          Releases above <Amount value={above} asset="USD" inline /> require dual approval. Tokens count as
          USD at 1:1.
        </>
      )}
      {isComplete ? "" : " Not all of them are shown."}
    </>
  );
}
