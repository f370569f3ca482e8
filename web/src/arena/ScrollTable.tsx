/** A table in a place of its own that scrolls where it is too wide, by fingers and by keys. */
import type { ReactNode } from "react";

export function ScrollTable({ title, children }: { title: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section className="table" tabIndex={0} aria-label={title}>
      {children}
    </section>
  );
}
