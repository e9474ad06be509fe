import { PageLink } from "./page-link.tsx";

interface MaybeLinkProps {
  /** Undefined if the user may not open the page. */
  readonly to: string | undefined;
  readonly children: string;
}

/** A link to a page, or its text alone. */
export function MaybeLink({ to, children }: MaybeLinkProps) {
  if (to === undefined) return <span>{children}</span>;
  // A 24 px target for touch (WCAG 2.5.8), although the lines are close together.
  return (
    <PageLink to={to} display="inline-block" lh="24px">
      {children}
    </PageLink>
  );
}
