import { Amount } from "../../kit/amount.tsx";

interface RuleOfTwoProps {
  readonly response: { readonly dual_approval_above: string | null } | undefined;
}

/** Dual approval threshold. */
export function RuleOfTwo({ response }: RuleOfTwoProps) {
  if (response === undefined) return null;
  const { dual_approval_above: above } = response;
  if (above === null) return <>Releases don't require dual approval.</>;
  return (
    <>
      Releases above <Amount value={above} asset="USD" inline /> require dual approval. Tokens count as USD at
      1:1.
    </>
  );
}
